import { fileURLToPath } from 'node:url';

/**
 * Makes the tests' processes and their children cache compiled code, as Waypost's own programs do. Compiling CDK takes
 * a large part of each synthesis, and test files load the same libraries. Benchmarks do not use the cache.
 */
export default function setup(): void {
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.cache/waypost', import.meta.url),
  );
}
