import { expect, it } from 'vitest';
import * as z from 'zod';
import { pointQuery, toFilter } from '../../../../functions/locations-v2/requests/point-query.ts';

const query = z.object(pointQuery);

it('the common parameters of points are a partner, usage types and types', () => {
  expect(query.parse({ pc: ['AP'], usage_types: ['1,2'], types: ['PO,UPL'] })).toEqual({
    pc: 'AP',
    usage_types: new Set(['1', '2']),
    types: new Set(['PO', 'UPL']),
  });
  expect(query.parse({})).toEqual({});
  expect(query.safeParse({ types: ['po'] }).success).toBe(false);
});

it('they ask for points of the one partner there is, and of another for none', () => {
  const [usage_types, types] = [new Set(['1']), new Set(['PO'] as const)];
  const asked = { usageTypes: usage_types, types };
  expect(toFilter({ usage_types, types })).toEqual(asked);
  expect(toFilter({ pc: 'AP', usage_types, types })).toEqual(asked);
  expect(toFilter({ pc: 'XX', usage_types, types })).toEqual({ types: new Set() });
});
