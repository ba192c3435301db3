const firstBytes = 64 * 1024;
/** What a character of a text has at most in UTF-8. */
const mostBytesOfCharacter = 3;

/**
 * Text that waits to be written, as the bytes it will be: what lives through some turns of the event loop as objects
 * is moved about by the garbage collector.
 */
export const gatheredText = () => {
  let bytes = Buffer.allocUnsafe(firstBytes);
  let used = 0;

  const makeRoomFor = (text: string): void => {
    const needed = used + text.length * mostBytesOfCharacter;
    if (needed <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, bytes.length * 2));
    bytes.copy(larger, 0, 0, used);
    bytes = larger;
  };

  return {
    add: (text: string): void => {
      makeRoomFor(text);
      used += bytes.write(text, used);
    },
    isEmpty: (): boolean => used === 0,
    /** What waits; from then on nothing does. */
    take: (): Buffer => {
      const taken = bytes.subarray(0, used);
      bytes = Buffer.allocUnsafe(firstBytes);
      used = 0;
      return taken;
    },
  };
};
