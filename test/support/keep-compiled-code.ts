import { fileURLToPath } from 'node:url';

/**
 * Has the tests' processes, and those that they start, keep compiled code as our own programs do: half of a synthesis
 * goes into compiling the CDK, and some three hundred files of tests load much the same libraries.
 * What measures starts gives its processes an environment without it.
 */
export default function setup(): void {
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.cache/waypost', import.meta.url),
  );
}
