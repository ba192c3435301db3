import { roomFor, type WholeNumbers } from './whole-numbers.ts';

/** Growing list of whole numbers from 0 to 2^32 - 1, in typed arrays to save memory. */
export interface GrowingNumbers {
  push(number: number): void;
  readonly length: number;
  /** Returns the number at this position; 0 beyond the end. */
  at(position: number): number;
  /** Returns all numbers so far; numbers pushed later may be missing from it. */
  numbers(): WholeNumbers;
}

const largestIn = (room: WholeNumbers): number => 2 ** (8 * room.BYTES_PER_ELEMENT) - 1;

/** Creates an empty list of numbers. */
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
