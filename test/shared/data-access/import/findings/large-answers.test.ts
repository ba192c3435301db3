import { expect, it } from 'vitest';
import { largeAnswers } from '../../../../../shared/data-access/import/findings/large-answers.ts';
import { type ImportKind, recordKinds } from '../../../../../shared/data-access/import/record-kind.ts';
import { billerLine, locationLine, serviceLine } from '../../../../support/networks/import-lines.ts';

const warningOf = (kind: ImportKind, lines: Iterable<unknown>) => {
  const check = largeAnswers(kind);
  for (const line of lines) check.look(recordKinds[kind].record.parse(line));
  return check.warning();
};

const times = <Line>(count: number, make: (index: number) => Line) =>
  Array.from({ length: count }, (_, index) => make(index));

const sixMegabytes = 6 * 1024 * 1024;
const tooLarge = 'more than the 6 MB that an answer can have, so that clients get errors: ';

/** Lines of which some thirty make 6 MB. */
const longLocation = (index: number, more: object) =>
  locationLine(`L${index}`, { description: 'x'.repeat(200_000), work_centre_id: index, ...more });
const address = (postcode: string) => [{ address_line_1: '1 Main Road', postcode }];

it('lists of usual lines fit', () => {
  const lines = times(1_000, (index) => locationLine(`L${index}`));
  expect(warningOf('locations', lines)).toBeUndefined();
  expect(
    warningOf(
      'services',
      times(200, (code) => serviceLine(code)),
    ),
  ).toBeUndefined();
});

it('lists of points are summed up by postcode, work centre and delivery point', () => {
  const spread = (index: number) => ({ addresses: address(String(1_000 + index)), delivery_point_id: index });
  const lines = times(40, (index) => longLocation(index, spread(index)));
  expect(warningOf('locations', lines)).toBeUndefined();
  expect(
    warningOf(
      'locations',
      times(40, (index) => longLocation(index, { ...spread(index), addresses: address('0800') })),
    ),
  ).toBe(`${tooLarge}points of postcode 0800`);
  expect(
    warningOf(
      'locations',
      times(40, (index) =>
        longLocation(index, { ...spread(index), work_centre_id: 0, delivery_point_id: 999_999_999 }),
      ),
    ),
  ).toBe(`${tooLarge}points of work centre 0, points of delivery point 999999999`);
});

it('of many lists that are too large ten are named', () => {
  const lines = times(12 * 40, (index) =>
    longLocation(index, {
      addresses: [{ address_line_1: '1 Main Road' }],
      work_centre_id: Math.floor(index / 40),
    }),
  );
  expect(warningOf('locations', lines)).toMatch(
    /: points of work centre 0, .*points of work centre 9 and 2 more$/,
  );
});

it.each<[ImportKind, (index: number) => object]>([
  ['services', (code) => serviceLine(code, { details: '"'.repeat(2_000) })],
  ['billers', (index) => billerLine(`B${index}`, { paymentMethods: Array(50).fill('"'.repeat(100)) })],
  ['bill-types', (index) => ({ code: `T${index}`, name: 'Water', description: '"'.repeat(3_000) })],
])('the list of %s is measured as it stands in an answer', (kind, line) => {
  const bytes = Buffer.byteLength(JSON.stringify(JSON.stringify(recordKinds[kind].record.parse(line(0)))));
  const count = Math.floor(sixMegabytes / bytes);
  expect(warningOf(kind, times(Math.floor(0.95 * count), line))).toBeUndefined();
  expect(warningOf(kind, times(count + 1, line))).toBe(`${tooLarge}the list of ${kind}`);
});
