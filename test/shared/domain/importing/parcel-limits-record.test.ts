import { describe, expect, it } from 'vitest';
import { describeIssues } from '../../../../shared/domain/importing/import-field.ts';
import { parcelLimitsRecord } from '../../../../shared/domain/importing/parcel-limits-record.ts';

const errorOf = (line: unknown): string | undefined => {
  const { error } = parcelLimitsRecord.safeParse(line);
  return error && describeIssues(error);
};

describe('a line of the parcel limits file', () => {
  it('has the limits of a type, longest edge first', () => {
    const line = { type: 'UPL', parcel_limits: { edges: [380, 640, 410], weight: 16_000 } };
    expect(parcelLimitsRecord.parse(line)).toStrictEqual({
      type: 'UPL',
      parcelLimits: { edges: [640, 410, 380], weight: 16_000 },
    });
    expect(parcelLimitsRecord.parse({ type: 'DC', parcel_limits: {} })).toStrictEqual({
      type: 'DC',
      parcelLimits: {},
    });
  });

  it.each([
    ['type: must be one of PO, UPL, R_SPB, C_SPB, OS, DC', { type: 'upl', parcel_limits: {} }],
    ['parcel_limits: is missing', { type: 'UPL' }],
    ['parcel_limits.edges: must be three integers', { type: 'UPL', parcel_limits: { edges: [1, 2, 3, 4] } }],
    ['parcel_limits.girth: must be an integer from 1 to 40000', { type: 'UPL', parcel_limits: { girth: 0 } }],
    [
      'parcel_limits.edges[1]: must be an integer from 1 to 10000',
      { type: 'UPL', parcel_limits: { edges: [1, '2', 3] } },
    ],
  ])('is rejected with "%s"', (error, line) => {
    expect(errorOf(line)).toBe(error);
  });
});
