import type { LocationFilter } from '../../../shared/domain/location/catalogue/filter.ts';
import type { NetworkModels } from '../network/benchmark-network.ts';

/** Filters of one value each: once they are asked for, a catalogue knows every value of the combinations. */
export const singleValues = (models: NetworkModels): LocationFilter[] => [
  ...typesOf(models).map((type) => ({ types: new Set([type]) })),
  ...serviceCodesOf(models).map((code) => ({ serviceCodes: new Set([code]) })),
];

/** Every pair of types with every service, of those that locations have: no two filters ask for the same. */
export const filterCombinations = (models: NetworkModels): LocationFilter[] => {
  const types = typesOf(models);
  const pairs = types.flatMap((one, place) => types.slice(place + 1).map((other) => [one, other]));
  return serviceCodesOf(models).flatMap((code) =>
    pairs.map((pair) => ({ types: new Set(pair), serviceCodes: new Set([code]) })),
  );
};

/** Every so manieth, from the one at `first` on: parts that are alike, and have none in common. */
export const everyNth = <Item>(items: readonly Item[], nth: number, first: number): Item[] =>
  items.filter((_, place) => place % nth === first);

const typesOf = (models: NetworkModels) => [...new Set(models.map(({ type }) => type))];
const serviceCodesOf = (models: NetworkModels) => [
  ...new Set(models.flatMap(({ services }) => services.map(({ code }) => code))),
];
