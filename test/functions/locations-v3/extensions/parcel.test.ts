import { expect, it } from 'vitest';
import { parcelLimitsOf, rowsForParcel } from '../../../../functions/locations-v3/extensions/parcel.ts';
import { request } from '../../../../functions/locations-v3/list-work-centres.ts';
import { catalogueInMemory } from '../../../../shared/domain/location/catalogue/catalogue.ts';
import type { ParcelLimits } from '../../../../shared/domain/location/parcel.ts';
import { seededRandom } from '../../../benchmark/network/benchmark-network.ts';
import { postOffice } from '../../../support/networks/network-records.ts';

const parse = (parcel: string) => request.query.parse({ parcel: [parcel] });

/** Whether a parcel fits within the limits, by trying all six orientations. */
const naiveFit = (
  [a = 0, b = 0, c = 0]: readonly number[],
  grams: number | undefined,
  limits: ParcelLimits,
) => {
  const turns = [
    [a, b, c],
    [a, c, b],
    [b, a, c],
    [b, c, a],
    [c, a, b],
    [c, b, a],
  ];
  const { edges, girth = Number.POSITIVE_INFINITY, weight } = limits;
  const isTooLarge = edges && !turns.some((turn) => turn.every((edge, side) => edge <= (edges[side] ?? 0)));
  const isTooThick = Math.min(...turns.map(([, one = 0, other = 0]) => 2 * (one + other))) > girth;
  const isTooHeavy = grams !== undefined && weight !== undefined && grams > weight;
  if (isTooLarge || isTooThick || isTooHeavy) return 'NO';
  return edges && (grams === undefined || weight !== undefined) ? 'YES' : 'UNKNOWN';
};

const random = seededRandom(13);
const integer = (max: number) => 1 + Math.floor(random() * max);
const perhaps = <T>(value: T): T | undefined => (random() < 0.3 ? undefined : value);
/** Few sizes, so that limits and parcels are often equal. */
const edge = () => (random() < 0.5 ? 100 * integer(5) : integer(600));
const randomLimits = (): ParcelLimits => {
  const [longest = 1, middle = 1, shortest = 1] = [edge(), edge(), edge()].sort((one, other) => other - one);
  const limits = {
    edges: perhaps([longest, middle, shortest] as [number, number, number]),
    girth: perhaps(100 * integer(20)),
    weight: perhaps(100 * integer(20)),
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
};

it('agrees with a naive check for 10,000 random parcels and limits', () => {
  const codes = new Set<string>();
  for (let network = 0; network < 100; network++) {
    const offices = Array.from({ length: 6 }, (_, index) =>
      postOffice(index, random() < 0.1 ? {} : { parcelLimits: randomLimits() }),
    );
    const catalogue = catalogueInMemory('1', offices, []);
    for (let parcel = 0; parcel < 100; parcel++) {
      const sides = [edge(), edge(), edge()];
      const grams = perhaps(100 * integer(25));
      const query = parse(`${sides.join('x')}${grams === undefined ? '' : `,${grams}`}`);
      const found = (parcel_strict: 'true' | 'false') => {
        const selections = [rowsForParcel({ ...query, parcel_strict })].flatMap((each) => each ?? []);
        const { page } = catalogue.search({ filter: {}, selections, offset: 0, size: 100 });
        return [...page].map(({ location }) => location.locationCode);
      };
      const fits = new Map(
        offices.map(({ locationCode, parcelLimits = {} }) => [
          locationCode,
          naiveFit(sides, grams, parcelLimits),
        ]),
      );
      const codesThat = (...wanted: string[]) =>
        offices
          .map(({ locationCode }) => locationCode)
          .filter((code) => wanted.includes(fits.get(code) ?? ''));
      expect(found('false')).toEqual(codesThat('YES', 'UNKNOWN'));
      expect(found('true')).toEqual(codesThat('YES'));
      for (const office of offices) {
        const fit = parcelLimitsOf(query)(office)?.fits;
        codes.add(fit ?? '');
        expect(fit).toBe(fits.get(office.locationCode));
      }
    }
  }
  expect(codes).toEqual(new Set(['YES', 'NO', 'UNKNOWN']));
});
