import type { Location } from './location.ts';
import type { LocationFilter } from './location-filter.ts';
import { byLocationCode } from './location-order.ts';

/** Which locations bear each value of the criteria that people search by. */
export interface Postings {
  /**
   * Locations that may match, ordered by code: all that match are among them, and each must still be held against
   * the filter.
   */
  candidates(filter: LocationFilter): readonly Location[];
}

type Lists = ReadonlyMap<string | number, readonly Location[]>;

const listsBy = (locations: readonly Location[], valuesOf: (of: Location) => (string | number)[]): Lists => {
  const lists = new Map<string | number, Location[]>();
  for (const location of locations) {
    for (const value of new Set(valuesOf(location))) {
      const list = lists.get(value);
      if (list) list.push(location);
      else lists.set(value, [location]);
    }
  }
  return lists;
};

const listsOf = (lists: Lists, wanted: ReadonlySet<string | number>) =>
  [...wanted].flatMap((value) => {
    const list = lists.get(value);
    return list ? [list] : [];
  });

const totalLength = (lists: readonly (readonly Location[])[]) =>
  lists.reduce((sum, list) => sum + list.length, 0);

/** `locations` ordered by code. */
export const buildPostings = (locations: readonly Location[]): Postings => {
  const types = listsBy(locations, ({ type }) => [type]);
  const workCentreIds = listsBy(locations, ({ workCentreId }) => [String(workCentreId)]);
  const serviceCodes = listsBy(locations, ({ services }) => services.map(({ code }) => code));
  const postcodes = listsBy(locations, ({ addresses }) => addresses.map(({ postcode }) => postcode));
  const deliveryPointIds = listsBy(locations, ({ addresses }) =>
    addresses.flatMap(({ deliveryPointId }) => deliveryPointId ?? []),
  );

  const narrowest = (filter: LocationFilter) =>
    [
      filter.types && listsOf(types, filter.types),
      filter.workCentreIds && listsOf(workCentreIds, filter.workCentreIds),
      filter.serviceCodes && listsOf(serviceCodes, filter.serviceCodes),
      filter.postcodes && listsOf(postcodes, filter.postcodes),
      filter.deliveryPointIds && listsOf(deliveryPointIds, filter.deliveryPointIds),
    ]
      .filter((lists) => lists !== undefined)
      .reduce<readonly (readonly Location[])[]>(
        (best, lists) => (totalLength(lists) < totalLength(best) ? lists : best),
        [locations],
      );

  return {
    candidates(filter) {
      const lists = narrowest(filter);
      const [only = []] = lists;
      if (lists.length <= 1) return only;
      // Bringing long lists into one order costs more than a walk through the network, which is in order.
      if (totalLength(lists) > locations.length / 32) return locations;
      return [...new Set(lists.flat())].sort(byLocationCode);
    },
  };
};
