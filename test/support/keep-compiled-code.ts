import { fileURLToPath } from 'node:url';

/**
 * Makes the tests' processes, and those they start, keep compiled code as Waypost's own programs do, since compiling
 * the CDK is a large part of each synthesis and test files load much the same libraries. Benchmarks start their
 * processes without it.
 */
export default function setup(): void {
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.cache/waypost', import.meta.url),
  );
}
