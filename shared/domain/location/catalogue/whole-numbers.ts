/** Array of whole numbers from 0, as wide as its largest needs. */
export type WholeNumbers = Uint8Array | Uint16Array | Uint32Array;

/** Allocates the narrowest array for `length` numbers up to `largest`, which is at most 2^32 - 1. */
export const roomFor = (length: number, largest: number): WholeNumbers => {
  if (largest <= 0xff) return new Uint8Array(length);
  return largest <= 0xffff ? new Uint16Array(length) : new Uint32Array(length);
};
