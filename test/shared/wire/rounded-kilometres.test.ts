import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { kilometresText } from '../../../shared/wire/rounded-kilometres.ts';
import { evenlyBetween } from '../../support/load/evenly-between.ts';
import { roundedKilometres } from '../../support/oracles/rounded-kilometres.ts';

it('a distance is shown to the metre, and only to the metre', () => {
  const shown = [0, 0.0004, 0.0005, 1.23449, 1.2345001, 1000, 20_015.0868].map(kilometresText);
  expect(shown).toEqual(['0', '0', '0.001', '1.234', '1.235', '1000', '20015.087']);
});

it('it is written as JSON has the rounded number', async () => {
  const distances = [0, 0.0004, 0.001, 0.01, 0.1, 0.12, 1.02, 1.2, 9.9996, 10, 100, 110.05, 20_015.0868];
  const longest = evenlyBetween(0, 20_038);
  for (const each of distances) expect(kilometresText(each)).toBe(JSON.stringify(roundedKilometres(each)));
  await fc.assert(
    fc.property(longest, (each) => kilometresText(each) === JSON.stringify(roundedKilometres(each))),
    { numRuns: 1_000 },
  );
});
