import { fileURLToPath } from 'node:url';

/** Lets the tests' processes and their children cache compiled code, as Waypost's own programs do. */
export default function setup(): void {
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.cache/waypost', import.meta.url),
  );
}
