import { allOf, openSpatialIndex, type PositionSet, type SearchArea } from '../../../spatial/index.ts';
import type { Capability } from '../../capability/capability.ts';
import { lazy } from '../../lazy.ts';
import { placesOfNetwork } from '../../place/network-places.ts';
import { indexPlaces, type PlaceIndex } from '../../place/place-index.ts';
import type { Location } from '../location.ts';
import {
  type CatalogueIndex,
  indexLocations,
  matchingRows,
  type RankedRows,
  type RowSelection,
} from './catalogue-index.ts';
import { type Attribute, criteriaOf, type LocationFilter, meetsAll } from './filter.ts';
import { findText } from './postings.ts';
import { type WordIndex, wordIndexBuilder } from './word-index.ts';

/**
 * Text indexes, which are read on first use, because few requests need them. Both methods throw StoreUnavailable, or
 * MissingCatalogueData if an older version of the publisher wrote the catalogue.
 */
export interface TextIndexes {
  words(): Promise<WordIndex>;
  placeNames(): Promise<PlaceIndex>;
}

/** The first `offset` matches are skipped, and at most `size` are returned. */
export interface SearchRequest {
  readonly filter: LocationFilter;
  /** Additional conditions that a location must meet. */
  readonly selections?: readonly RowSelection[];
  /** Selects locations by relevance. They are ordered by relevance first, and then by distance or code. */
  readonly ranking?: undefined | ((index: CatalogueIndex) => RankedRows);
  readonly area?: SearchArea;
  readonly offset: number;
  readonly size: number;
}

interface SearchResult {
  /** Exact total number of matches across all pages. */
  readonly total: number;
  readonly page: Iterable<Neighbour>;
}

/** Location with its great-circle distance from the search point in km, unrounded; 0 if the search has no area. */
export interface Neighbour {
  readonly location: Location;
  readonly distanceKm: number;
}

/** Source of the newest published catalogue. Throws StoreUnavailable if none could be read yet. */
export interface PublishedCatalogue {
  current(): Promise<LocationCatalogue>;
}

/** Parts of a catalogue, all of the same version. */
export interface CatalogueParts {
  readonly version: string;
  readonly index: CatalogueIndex;
  /** Reads locations by row, in the given order. */
  readonly readRows: (rows: Uint32Array) => Iterable<Location>;
  readonly capabilities: () => readonly Capability[];
  readonly texts: TextIndexes;
}

/**
 * Opens a catalogue: one published version of the network. It is immutable and in memory, so operations on locations
 * need no I/O. The iterables that it returns can be iterated only once, and read each location on demand.
 */
export const openCatalogue = ({ version, index, readRows, capabilities, texts }: CatalogueParts) => {
  const spatialIndex = lazy(() => openSpatialIndex(index.places()));
  const ranksOf = (among: PositionSet): Uint32Array => eachOf(among.positions(), index.places().rank);
  const rowsOfRanks = (ranks: Uint32Array): Uint32Array => eachOf(ranks, index.rows());
  const inCodeOrder = (among: PositionSet | undefined): Uint32Array =>
    among ? rowsOfRanks(ranksOf(among).sort()) : index.rows();

  /** Returns a page of the rows, ordered by code. A large set is read only up to the end of the page. */
  const pageInCodeOrder = (among: PositionSet | undefined, offset: number, size: number): Uint32Array => {
    const end = offset + size;
    if (!among) return index.rows().subarray(offset, end);
    if (among.size * 4 < index.size) return rowsOfRanks(smallest(ranksOf(among), end)).subarray(offset);
    const page: number[] = [];
    let passed = 0;
    for (const row of index.rows()) {
      if (passed === Math.min(end, among.size)) break;
      if (among.has(row) && passed++ >= offset) page.push(row);
    }
    return Uint32Array.from(page);
  };

  const countOf = (area: SearchArea | undefined, among: PositionSet | undefined): number =>
    area ? spatialIndex().count(area, among) : (among?.size ?? index.size);

  const pageOf = (
    area: SearchArea | undefined,
    among: PositionSet | undefined,
    offset: number,
    size: number,
  ): Iterable<Neighbour> => {
    if (!area) return withDistances(readRows(pageInCodeOrder(among, offset, size)));
    const { positions, distancesKm } = spatialIndex().nearest(area, offset + size, among);
    return withDistances(readRows(positions.subarray(offset)), distancesKm.subarray(offset));
  };

  function* pageOfTiers(
    { rows, tiers }: RankedRows,
    { among, area, offset, size }: Omit<SearchRequest, 'filter'> & { readonly among: PositionSet },
  ): Generator<Neighbour> {
    let skipped = offset;
    let wanted = size;
    for (const tier of tiers) {
      const inTier = among === rows ? tier : allOf([tier, among], index.size);
      const count = countOf(area, inTier);
      if (skipped >= count) skipped -= count;
      else {
        const due = Math.min(wanted, count - skipped);
        yield* pageOf(area, inTier, skipped, due);
        wanted -= due;
        skipped = 0;
      }
      if (wanted === 0) return;
    }
  }

  return {
    ...texts,
    version,
    size: index.size,
    capabilities: openCapabilities(capabilities),
    /** Returns the distinct time zones of all locations. Throws MissingCatalogueData. */
    timeZones: index.columns.timeZones,
    has: (locationCode: string): boolean => findText(index.codes(), locationCode) !== undefined,
    /** Returns the location with this code; undefined if it does not exist or does not match the filter. */
    get(locationCode: string, filter: LocationFilter = {}): Location | undefined {
      const rank = findText(index.codes(), locationCode);
      if (rank === undefined) return undefined;
      const [location] = readRows(index.rows().subarray(rank, rank + 1));
      return location && meetsAll(location, criteriaOf(filter)) ? location : undefined;
    },
    /** Returns the locations that have this value of an attribute and match the filter, ordered by code. */
    list(attribute: Attribute, value: string | number, filter: LocationFilter = {}): Iterable<Location> {
      const criteria = [{ attribute, values: new Set([value]) }, ...criteriaOf(filter)];
      return readRows(inCodeOrder(matchingRows(index, criteria)));
    },
    /**
     * Returns one page of the locations that match the filter. They are ordered by distance if there is an area,
     * otherwise by code.
     */
    search({ filter, selections = [], ranking, area, offset, size }: SearchRequest): SearchResult {
      const ranked = ranking?.(index);
      const among = matchingRows(
        index,
        criteriaOf(filter),
        ranked ? [...selections, () => ranked.rows] : selections,
      );
      const total = countOf(area, among);
      if (offset >= total || size === 0) return { total, page: [] };
      if (!ranked || !among) return { total, page: pageOf(area, among, offset, size) };
      return { total, page: pageOfTiers(ranked, { among, area, offset, size }) };
    },
  };
};

export type LocationCatalogue = ReturnType<typeof openCatalogue>;

/**
 * Builds a catalogue from records in memory. If a location code or service code is duplicated, the last record is used.
 */
export const catalogueInMemory = (
  version: string,
  locations: readonly Location[],
  capabilities: readonly Capability[],
): LocationCatalogue => {
  const byCode = new Map(locations.map((location) => [location.locationCode, location]));
  const codes = [...byCode.keys()].sort();
  const ordered = codes.flatMap((code) => byCode.get(code) ?? []);
  const index = indexLocations(ordered, capabilities);
  const { rank } = index.places();
  const readRows = (rows: Uint32Array) => [...rows].flatMap((row) => ordered[rank[row] ?? 0] ?? []);
  const words = lazy(async () => {
    const builder = wordIndexBuilder();
    for (const location of ordered) builder.add(location);
    return builder.finish(index.rows());
  });
  const placeNames = lazy(async () => indexPlaces(placesOfNetwork(ordered)));
  const texts = { words, placeNames };
  return openCatalogue({ version, index, readRows, capabilities: () => capabilities, texts });
};

function* withDistances(locations: Iterable<Location>, distancesKm?: Float64Array): Generator<Neighbour> {
  let position = 0;
  for (const location of locations) yield { location, distanceKm: distancesKm?.[position++] ?? 0 };
}

const openCapabilities = (capabilities: () => readonly Capability[]) => {
  const byServiceCode = lazy(() => new Map(capabilities().map((each) => [each.serviceCode, each])));
  const all = lazy(() =>
    [...byServiceCode().values()].sort((one, other) => one.serviceCode - other.serviceCode),
  );
  return {
    /** Returns all capabilities, ordered by service code. */
    all: (): readonly Capability[] => all(),
    get: (serviceCode: number): Capability | undefined => byServiceCode().get(serviceCode),
    /** Returns the service codes of the capabilities with one of these ids. */
    serviceCodesOf(capabilityIds: Iterable<string>): ReadonlySet<number> {
      const ids = new Set(capabilityIds);
      const found = all().filter(({ capabilityId }) => ids.has(capabilityId));
      return new Set(found.map(({ serviceCode }) => serviceCode));
    },
  };
};

export type Capabilities = ReturnType<typeof openCapabilities>;

/** Returns the numbers at these positions. The loop is faster than a callback, which would dominate a search's time. */
const eachOf = (places: Uint32Array, numbers: Uint32Array): Uint32Array => {
  const found = new Uint32Array(places.length);
  for (let index = 0; index < places.length; index++) found[index] = numbers[places[index] ?? 0] ?? 0;
  return found;
};

/** Returns the `count` smallest numbers in ascending order. May reorder the numbers. */
const smallest = (numbers: Uint32Array, count: number): Uint32Array => {
  if (count * count > numbers.length) return numbers.sort().subarray(0, count);
  const found = numbers.slice(0, count).sort();
  for (const number of numbers.subarray(count)) {
    let place = count;
    for (; place > 0 && number < (found[place - 1] ?? 0); place--) found[place] = found[place - 1] ?? 0;
    if (place < count) found[place] = number;
  }
  return found;
};
