import { request, searchTexts, toSearch } from '../../../functions/locations-v3/list-work-centres.ts';
import { networkTables } from '../../../shared/data-access/publishing/network-tables.ts';
import { locationsIn } from '../../../shared/data-access/publishing/snapshot.ts';
import { catalogueInMemory } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { violationMessage } from '../../../shared/http/errors.ts';
import { queryNamesOf } from '../../../shared/http/request.ts';
import { UsageError } from '../errors.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

/** Parameters of the list of version 3 that select no work centres, or others in the next minute. */
const notFilters = ['offset', 'size', 'fields', 'accepting'];

/** Filter that only operators have: comma-separated states of any address of a location. */
const stateFilter = 'state';

/** Names of the filters. */
export const filterNames: readonly string[] = [
  ...[...queryNamesOf(request)].filter((name) => !notFilters.includes(name)),
  stateFilter,
];

/** Parsed filter of locations. */
export type LocationQuery = ReturnType<typeof parseFilter>;

/**
 * Parses a filter: query strings with the filters of the list of version 3, and `state`. Throws UsageError if it has none,
 * or an unknown or invalid one, because a change must never concern more than was meant.
 */
export const parseFilter = (texts: readonly string[]) => {
  const given = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(texts.join('&')))
    given.set(name, [...(given.get(name) ?? []), value]);
  const unknown = [...given.keys()].filter((name) => !filterNames.includes(name));
  const remedy = `The filters are ${filterNames.join(', ')}`;
  if (unknown.length > 0) throw new UsageError(`there is no filter ${unknown.join(', ')}`, { remedy });
  const empty = [...given].find(([, values]) => values.every((value) => value.trim() === ''));
  if (empty || given.size === 0)
    throw new UsageError(empty ? `the filter ${empty[0]} has no value` : 'the filter is empty', { remedy });
  const states = given.get(stateFilter)?.flatMap((value) => value.toUpperCase().split(/ *, */));
  given.delete(stateFilter);
  const parsed = request.query.safeParse(Object.fromEntries(given), { error: violationMessage });
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    throw new UsageError(`the filter ${String(problem?.path[0])}: ${problem?.message}`);
  }
  return { query: parsed.data, states: states && new Set(states) };
};

/**
 * Returns the locations that match, ordered by code. Reads the tables with the changes made by hand, not the published
 * network, because a change is about what is stored. Throws StoreUnavailable.
 */
export const selectLocations = async (
  { database: client, tables }: Pick<OperatedStack, 'database' | 'tables'>,
  { query, states }: LocationQuery,
  now: Date,
): Promise<readonly Location[]> => {
  const table = (tableName: string) => ({ client, tableName });
  const network = await networkTables(
    {
      locations: table(tables.locations),
      capabilities: table(tables.capabilities),
      places: table(tables.billers),
      changes: table(tables.locationChanges),
    },
    () => {},
    () => now.getTime(),
  ).readAll();
  const inStates = ({ addresses }: Location) =>
    !states || addresses.some(({ state }) => states.has(state.toUpperCase()));
  const locations = [...locationsIn(network.records)].filter(inStates);
  const catalogue = catalogueInMemory('tables', locations, network.capabilities);
  const texts = await searchTexts(query, catalogue);
  if (texts.point === null) return [];
  const search = toSearch(query, { catalogue, texts, now });
  const { page } = catalogue.search({ ...search, offset: 0, size: catalogue.size });
  const found = Array.from(page, ({ location }) => location);
  return found.sort((one, other) => (one.locationCode < other.locationCode ? -1 : 1));
};
