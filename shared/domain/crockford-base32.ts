/** Crockford's base 32: digits and letters without I, L, O and U, which are easily confused. */
export const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const bitsOf = (byte: number): string => byte.toString(2).padStart(8, '0');

/** Encodes bytes in base 32, five bits per character. The last character is padded with zero bits. */
export const toCrockford = (bytes: Uint8Array): string => {
  const groups =
    Array.from(bytes, bitsOf)
      .join('')
      .match(/.{1,5}/g) ?? [];
  return groups.map((bits) => crockfordAlphabet.charAt(Number.parseInt(bits.padEnd(5, '0'), 2))).join('');
};

/** Returns `size` unpredictable bytes, like node:crypto's `randomBytes`. */
export type RandomBytes = (size: number) => Uint8Array;
