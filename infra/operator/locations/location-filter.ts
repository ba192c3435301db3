import {
  request,
  requestAt,
  searchTexts,
  toSearch,
} from '../../../functions/locations-v3/list-work-centres.ts';
import { readManifest } from '../../../shared/data-access/publishing/manifest.ts';
import {
  patientWaits,
  publishedCatalogue,
} from '../../../shared/data-access/publishing/published-catalogue.ts';
import { byCodeUnit } from '../../../shared/domain/code-unit-order.ts';
import { catalogueInMemory } from '../../../shared/domain/location/catalogue/catalogue.ts';
import { type Location, principalAddress } from '../../../shared/domain/location/location.ts';
import { datesAt, hasClosed } from '../../../shared/domain/location/service-dates.ts';
import { stateOf } from '../../../shared/domain/place/place.ts';
import { violationMessage } from '../../../shared/http/errors.ts';
import { queryNamesOf } from '../../../shared/http/request.ts';
import { UsageError } from '../errors.ts';
import type { OperatedStack, StackTables } from '../stack/operated-stack.ts';
import { storedNetwork } from '../stack/stored-network.ts';

/** Parameters of the v3 search that do not select work centres, or select different ones a minute later. */
const notFilters = ['offset', 'size', 'fields', 'accepting'];

/** Filters that only refine another, with the members of the parsed query that they refine. */
const refinements = { radius: ['near', 'lat'], parcel_strict: ['parcel'] } as const;

/** Filter that only operators have: comma-separated states, as codes or names, of the principal address. */
const stateFilter = 'state';

const filterNames: readonly string[] = [
  ...[...queryNamesOf(request)].filter((name) => !notFilters.includes(name)),
  stateFilter,
];

export type LocationQuery = ReturnType<typeof parseFilter>;

/**
 * Parses a filter: query strings with the v3 search's filters and `state`. Throws UsageError if no filter is given, or
 * if one is unknown, invalid or without effect, because a change must never affect more locations than intended.
 */
export const parseFilter = (texts: readonly string[]) => {
  const given = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(texts.join('&')))
    given.set(name, [...(given.get(name) ?? []), value]);
  const unknown = [...given.keys()].filter((name) => !filterNames.includes(name));
  const remedy = `The filters are ${filterNames.join(', ')}`;
  if (unknown.length > 0) throw new UsageError(`unknown filter: ${unknown.join(', ')}`, remedy);
  const empty = [...given].find(([, values]) => values.every((value) => value.trim() === ''));
  if (empty || given.size === 0)
    throw new UsageError(empty ? `the \`${empty[0]}\` filter has no value` : 'the filter is empty', remedy);
  const states = given.get(stateFilter)?.flatMap((value) => value.split(',').map(stateOf));
  if (states?.includes('')) throw new UsageError('the `state` filter has an empty value', remedy);
  given.delete(stateFilter);
  const parsed = requestAt(() => new Date()).query.safeParse(Object.fromEntries(given), {
    error: violationMessage,
  });
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    throw new UsageError(`invalid filter ${String(problem?.path[0])}: ${problem?.message}`);
  }
  for (const [name, refined] of Object.entries(refinements))
    if (given.has(name) && refined.every((each) => parsed.data[each] === undefined))
      throw new UsageError(`the \`${name}\` filter has no effect without ${refined.join(' or ')}`);
  return { query: parsed.data, states: states && new Set(states) };
};

/**
 * Returns the matching stored records, with their manual changes, ordered by code. Includes locations that open later,
 * but not those that have closed. Throws UsageError for a former id, StoreUnavailable, or DamagedPublication.
 */
export const selectLocations = async (
  stack: StackTables & Pick<OperatedStack, 'published'>,
  { query, states }: LocationQuery,
  now: Date,
): Promise<readonly Location[]> => {
  const { published } = stack;
  const { locations: stored, capabilities } = await storedNetwork(stack).readLocations(now);
  const dateIn = datesAt(now);
  const current = stored.filter((each) => !hasClosed(each, dateIn));
  rejectFormerIds(current, query.id);
  const locations = current.filter(
    (location) =>
      (query.type?.has(location.type) ?? true) &&
      (!states || states.has(stateOf(principalAddress(location).state))),
  );
  const selected = catalogueInMemory('stored', locations, capabilities);
  // Only `near` needs the names of places, which are in the published catalogue.
  const isNeeded = query.near !== undefined && (await readManifest(published)).kind === 'found';
  const settings = { ...published, checkSeconds: 60, now: Date.now, waits: patientWaits };
  const { placeNames } = isNeeded ? await publishedCatalogue(settings).current() : selected;
  const catalogue = { ...selected, placeNames };
  const texts = await searchTexts(query, catalogue);
  if (texts.point === null) return [];
  const search = toSearch(query, { catalogue, texts, now });
  const { page } = catalogue.search({ ...search, offset: 0, size: catalogue.size });
  const found = Array.from(page, ({ location }) => location);
  return found.sort((one, other) => byCodeUnit(one.locationCode, other.locationCode));
};

/** Rejects former ids, by which the v3 search finds successors. A change must affect only the given location. */
const rejectFormerIds = (locations: readonly Location[], ids: ReadonlySet<string> = new Set()): void => {
  const codes = new Set(locations.map(({ locationCode }) => locationCode));
  for (const { locationCode, formerCodes = [] } of locations) {
    const former = formerCodes.find((code) => ids.has(code) && !codes.has(code));
    if (former !== undefined) throw new UsageError(`${former} is a former id of ${locationCode}`);
  }
};
