/** Whole numbers from 0 to 2^32 - 1 that come one after the other: a list of them takes twice the memory. */
export interface GrowingNumbers {
  push(number: number): void;
  readonly length: number;
  /** The number at this position; 0 where there is none. */
  at(position: number): number;
  /** All so far; what is pushed later may not be among them. */
  numbers(): Uint32Array;
}

/** An empty list of numbers. */
export const growingNumbers = (): GrowingNumbers => {
  let room = new Uint32Array(1024);
  let length = 0;
  return {
    push(number) {
      if (length === room.length) {
        const larger = new Uint32Array(length * 2);
        larger.set(room);
        room = larger;
      }
      room[length++] = number;
    },
    get length() {
      return length;
    },
    at: (position) => room[position] ?? 0,
    numbers: () => room.subarray(0, length),
  };
};
