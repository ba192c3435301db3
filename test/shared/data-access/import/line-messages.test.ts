import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { recordKinds } from '../../../../shared/data-access/import/record-kind.ts';
import { altered } from '../../../support/altered.ts';
import { billerLine, locationLine, serviceLine } from '../../../support/networks/import-lines.ts';

const { localeError } = z.config();
beforeAll(() => {
  // As in the importer's bundle: zod/mini has no messages of its own, but this process has also loaded zod.
  z.config({ localeError: () => 'no message' });
});
afterAll(() => {
  z.config({ localeError });
});

it.each([
  [
    'locations',
    locationLine('A', {
      addresses: [{ address_line_1: '1 Main Road', postcode: '3000' }],
      services: [{ code: 7 }],
    }),
  ],
  ['services', serviceLine(1)],
  ['billers', billerLine('A')],
  ['bill-types', { code: 'GAS', name: 'Gas' }],
] as const)('every violation in a line of %s has a message of its own', (kind, line) => {
  fc.assert(
    fc.property(altered(line), (value) => {
      const issues = recordKinds[kind].record.safeParse(value).error?.issues ?? [];
      expect(issues.filter(({ message }) => message === 'no message')).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
