import { describe, expect, it } from 'vitest';
import type { ShownCapability } from '../../../../infra/portal/locator/api/answers.ts';
import type { Failure } from '../../../../infra/portal/locator/api/search-failed.ts';
import { hoursOfWorkCentre } from '../../../../infra/portal/locator/hours/hours-of-work-centre.ts';
import { adviceOnFailure, adviceOnNothing } from '../../../../infra/portal/locator/search/advice.ts';
import {
  distanceInWords,
  foundInWords,
  pointInWords,
} from '../../../../infra/portal/locator/search/in-words.ts';
import { noSearch, type Search } from '../../../../infra/portal/locator/search/search.ts';
import type { Found } from '../../../../infra/portal/locator/state/locator-state.ts';

const nothing = (search: Partial<Search>, centre?: Found['centre']): Found => ({
  search: { ...noSearch, ...search },
  centre,
  strays: [],
  total: 0,
  workCentres: [],
  answeredAt: new Date(0),
});

const failures: readonly Failure[] = [
  { kind: 'no key' },
  { kind: 'key refused' },
  { kind: 'key out of scope' },
  { kind: 'throttled', afterSeconds: 1 },
  { kind: 'unknown code', code: 'X' },
  { kind: 'not found' },
  { kind: 'not served' },
  { kind: 'unreachable' },
  { kind: 'refused', detail: 'lat: must be a number' },
  { kind: 'unreadable' },
];

describe('advice', () => {
  it('differs for each failure', () => {
    const texts = failures.map((failure) => adviceOnFailure(failure, true).text);
    expect(new Set(texts).size).toBe(failures.length);
    for (const kind of ['no key', 'key refused', 'key out of scope'] as const) {
      expect(adviceOnFailure({ kind }, true).waysOut).toContain('enter key');
    }
  });

  it('distinguishes an offline visitor and an unavailable API', () => {
    expect(adviceOnFailure({ kind: 'unreachable' }, false).text).toContain('offline');
    expect(adviceOnFailure({ kind: 'unreachable' }, true).text).not.toContain('offline');
  });

  it('states how long to wait', () => {
    expect(adviceOnFailure({ kind: 'throttled', afterSeconds: 1 }, true).text).toContain('in 1 second.');
    expect(adviceOnFailure({ kind: 'throttled', afterSeconds: 7 }, true).text).toContain('in 7 seconds.');
  });

  it('suggests next steps if nothing is found', () => {
    const point = { lat: -33, lon: 151 };
    const around = { by: 'point', point } as const;
    const postcode = { by: 'postcode', postcode: '3000' } as const;
    const waysOut = (search: Partial<Search>) => adviceOnNothing(nothing(search, point)).waysOut;
    expect(waysOut({ where: around })).toEqual(['look further']);
    expect(waysOut({ where: around, radiusKm: 1000 })).toEqual([]);
    expect(waysOut({ where: around, radiusKm: 1000, types: ['DC'] })).toEqual(['clear filters']);
    expect(waysOut({ where: postcode, service: 'X' })).toEqual(['look around', 'clear filters']);
    expect(adviceOnNothing(nothing({ where: postcode })).text).toContain('No place has the postcode 3000');
  });
});

describe('a search result', () => {
  it('is summarised in a sentence', () => {
    const where = { by: 'point', point: { lat: -33.87, lon: 151.21 } } as const;
    expect(foundInWords({ ...nothing({ where }), total: 1_234 })).toBe(
      '1,234 places within 50 km of 33.870° S, 151.210° E, nearest first, 0 of them shown.',
    );
    const strays = { ...nothing({ where: { by: 'postcode', postcode: '3000' } }), strays: ['A_PO'] };
    expect(foundInWords(strays)).toContain('1 place of this postcode more than 1,000 km away: A_PO.');
  });

  it('has rounded distances and coordinates', () => {
    const kilometres = [0, 0.004, 0.3449, 0.9949, 0.996, 2.44, 9.96, 120.4];
    const rounded = '0 m, 0 m, 340 m, 990 m, 1.0 km, 2.4 km, 10 km, 120 km';
    expect(kilometres.map(distanceInWords).join(', ')).toBe(rounded);
    expect(pointInWords({ lat: 0.5, lon: -3 })).toBe('0.500° N, 3.000° W');
  });
});

const service = (id: string, hour?: number): ShownCapability => ({
  id,
  attributes: {
    name: id,
    appointment_required: 'false',
    ...(hour !== undefined && {
      current_hours: {
        periods: [{ day: 'MON', type: 'HOURS', open: { hour, minute: 0 }, close: { hour: 17, minute: 0 } }],
      },
    }),
  },
});

describe('the hours of a work centre', () => {
  const services = [service('banking', 10), service('letters', 9), service('shop'), service('parcels', 9)];
  const namesOf = (of: { readonly services: readonly ShownCapability[] } | undefined) =>
    of?.services.map(({ id }) => id);

  it('are those of the majority of its services', () => {
    const { main, others, without } = hoursOfWorkCentre(services);
    expect(namesOf(main)).toEqual(['letters', 'parcels']);
    expect(others.map(namesOf)).toEqual([['banking']]);
    expect(without.map(({ id }) => id)).toEqual(['shop']);
  });

  it('are those of the requested service', () => {
    expect(namesOf(hoursOfWorkCentre(services, 'banking').main)).toEqual(['banking']);
    expect(namesOf(hoursOfWorkCentre(services, 'shop').main)).toEqual(['letters', 'parcels']);
  });

  it('are empty for a post box', () => {
    expect(hoursOfWorkCentre([])).toEqual({ main: undefined, others: [], without: [] });
  });
});
