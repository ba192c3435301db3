/** Whole numbers from 0, as wide as the largest of them needs. */
export type WholeNumbers = Uint8Array | Uint16Array | Uint32Array;

/** Whole numbers from 0 to 2^32 - 1 that come one after the other, in a fraction of the memory of a list. */
export interface GrowingNumbers {
  push(number: number): void;
  readonly length: number;
  /** The number at this position; 0 where there is none. */
  at(position: number): number;
  /** All so far; what is pushed later may not be among them. */
  numbers(): WholeNumbers;
}

/** Room for so many numbers, of which none is larger. */
const roomFor = (length: number, largest: number): WholeNumbers => {
  if (largest <= 0xff) return new Uint8Array(length);
  return largest <= 0xffff ? new Uint16Array(length) : new Uint32Array(length);
};

const largestIn = (room: WholeNumbers): number => 2 ** (8 * room.BYTES_PER_ELEMENT) - 1;

/** An empty list of numbers. */
export const growingNumbers = (): GrowingNumbers => {
  let room = roomFor(1024, 0);
  let largest = largestIn(room);
  let length = 0;
  const move = (to: WholeNumbers): void => {
    to.set(room);
    room = to;
    largest = largestIn(room);
  };
  return {
    push(number) {
      if (length === room.length) move(roomFor(length * 2, largest));
      if (number > largest) move(roomFor(room.length, number));
      room[length++] = number;
    },
    get length() {
      return length;
    },
    at: (position) => room[position] ?? 0,
    numbers: () => room.subarray(0, length),
  };
};
