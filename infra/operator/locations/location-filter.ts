import { request, searchTexts, toSearch } from '../../../functions/locations-v3/list-work-centres.ts';
import { readLastImport } from '../../../shared/data-access/importing/import-mark.ts';
import { readOverrides } from '../../../shared/data-access/location-changes/override-table.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { readManifest, readStoredFile } from '../../../shared/data-access/publishing/manifest.ts';
import { networkTables } from '../../../shared/data-access/publishing/network-tables.ts';
import { publishedCatalogue } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { readRollbackHold } from '../../../shared/data-access/publishing/rollback-hold.ts';
import { locationsIn, type Network, openSnapshot } from '../../../shared/data-access/publishing/snapshot.ts';
import { byCodeUnit } from '../../../shared/domain/code-unit-order.ts';
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
const filterNames: readonly string[] = [
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
 * Returns the locations that match, ordered by code: the stored records with the changes by hand, because a change is
 * about what is stored. Throws StoreUnavailable, or DamagedPublication.
 */
export const selectLocations = async (
  stack: Pick<OperatedStack, 'database' | 'tables' | 'published'>,
  { query, states }: LocationQuery,
  now: Date,
): Promise<readonly Location[]> => {
  const published = await readPublishedNetwork(stack.published);
  const network = await readStoredNetwork(stack, published, now);
  const isWanted = ({ type, addresses }: Location) =>
    (query.type?.has(type) ?? true) &&
    (!states || addresses.some(({ state }) => states.has(state.toUpperCase())));
  const locations = [...locationsIn(network.records)].filter(isWanted);
  const selected = catalogueInMemory('stored', locations, network.capabilities);
  const { placeNames } = published
    ? await publishedCatalogue({ ...stack.published, checkSeconds: 60, now: Date.now }).current()
    : selected;
  const catalogue = { ...selected, placeNames };
  const texts = await searchTexts(query, catalogue);
  if (texts.point === null) return [];
  const search = toSearch(query, { catalogue, texts, now });
  const { page } = catalogue.search({ ...search, offset: 0, size: catalogue.size });
  const found = Array.from(page, ({ location }) => location);
  return found.sort((one, other) => byCodeUnit(one.locationCode, other.locationCode));
};

/**
 * Reads the published network, which takes a tenth of the time of the tables. Undefined if it may differ from the tables
 * by more than changes by hand, because an import or a rollback is not followed by a publication of the tables yet.
 */
const readPublishedNetwork = async (bucket: Bucket): Promise<Network | undefined> => {
  const reading = await readManifest(bucket);
  if (reading.kind !== 'found' || (await readRollbackHold(bucket))) return undefined;
  const { full, snapshot, version } = reading.manifest;
  const { mark } = await readLastImport(bucket);
  if (mark && (mark.endedAt === undefined || mark.endedAt >= full.generatedAt)) return undefined;
  const file = await readStoredFile(bucket, snapshot);
  const { catalogue, readRecords } = openSnapshot(file, { ...snapshot, version });
  return { records: await readRecords(), capabilities: catalogue.capabilities.all() };
};

/** Reads the stored network: all of the tables or, if the rest is published, only the locations with changes by hand. */
const readStoredNetwork = async (
  { database: client, tables }: Pick<OperatedStack, 'database' | 'tables'>,
  published: Network | undefined,
  now: Date,
): Promise<Network> => {
  const table = (tableName: string) => ({ client, tableName });
  const changes = table(tables.locationChanges);
  const network = networkTables(
    {
      locations: table(tables.locations),
      capabilities: table(tables.capabilities),
      places: table(tables.billers),
      changes,
    },
    () => {},
  );
  if (!published) return network.readAll(now);
  const changed = new Set((await readOverrides(changes)).keys());
  const { records } = await network.readSome(changed, now);
  const others = published.records.filter(({ code }) => !changed.has(code));
  return { ...published, records: [...others, ...records] };
};
