import { expect, it } from 'vitest';
import { roundedKilometres } from '../../../shared/wire/rounded-kilometres.ts';

it('a distance is shown to the metre, and only to the metre', () => {
  const shown = [0, 0.0004, 0.0005, 1.23449, 1.2345001, 1000, 20_015.0868].map(roundedKilometres);
  expect(shown).toEqual([0, 0, 0.001, 1.234, 1.235, 1000, 20_015.087]);
});
