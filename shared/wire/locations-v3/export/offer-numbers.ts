import { boundedMemory } from '../../../domain/bounded-memory.ts';

/** Bound of the texts that are remembered, in characters: room for several thousand of 1 kB each. */
const mostCharacters = 8_000_000;

/**
 * Creates a function that numbers what locations offer (see offeredIn), so that offers can be told apart without a look
 * at their texts. Equal numbers mean equal offers; equal offers have one number as long as it is remembered.
 */
export const offerNumbers = (): ((offered: string) => number) => {
  const numbers = boundedMemory<string, number>(mostCharacters);
  let last = 0;
  return (offered) => {
    const known = numbers.get(offered);
    if (known !== undefined) return known;
    last += 1;
    // Copied, because a slice would keep the whole line in memory.
    numbers.add(Buffer.from(offered).toString(), last, offered.length);
    return last;
  };
};
