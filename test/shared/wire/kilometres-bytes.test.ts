import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { kilometresLength, writeKilometres } from '../../../shared/wire/kilometres-bytes.ts';
import { roundedKilometres } from '../../../shared/wire/rounded-kilometres.ts';

const mostBytes = 20;

const written = (kilometres: number, start: number) => {
  const into = Buffer.alloc(mostBytes, '#');
  const end = writeKilometres(kilometres, into, start);
  return { text: into.toString('latin1', start, end), others: into.fill('#', start, end), end };
};

const isAsJson = (kilometres: number, start: number): void => {
  const { text, others, end } = written(kilometres, start);
  expect(text).toBe(JSON.stringify(roundedKilometres(kilometres)));
  expect(end - start).toBe(kilometresLength(kilometres));
  expect(others.toString()).toBe('#'.repeat(mostBytes));
};

it('a distance is written as JSON has it, where it is said, and nothing beside it', async () => {
  const distances = [
    0, 0.0004, 0.0005, 0.001, 0.01, 0.1, 0.12, 1, 1.02, 1.2, 9.999, 9.9996, 10, 99.99, 100, 110.05, 999.9999,
    1000, 9_999.99951, 20_015.0868,
  ];
  for (const each of distances) isAsJson(each, 3);
  await fc.assert(
    fc.property(fc.double({ min: 0, max: 20_038, noNaN: true }), fc.nat(9), (each, start) =>
      isAsJson(each, start),
    ),
    { numRuns: 1_000 },
  );
});
