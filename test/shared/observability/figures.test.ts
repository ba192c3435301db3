import { expect, it } from 'vitest';
import { figures } from '../../../shared/observability/figures.ts';
import { recordAllFigures } from '../../support/recorded-figures.ts';

it('every figure that has a name is recorded, with the service first and then what it is told apart by', () => {
  expect(Object.fromEntries(recordAllFigures())).toEqual(
    Object.fromEntries(Object.entries(figures).map(([name, { by }]) => [name, ['service', ...by]])),
  );
});
