import { openSpatialIndex, type PositionSet, type SearchArea } from '../../../spatial/index.ts';
import type { Capability } from '../../capability/capability.ts';
import { lazy } from '../../lazy.ts';
import type { Location } from '../location.ts';
import { type CatalogueIndex, indexLocations, matchingRows, type RowSelection } from './catalogue-index.ts';
import { type Attribute, criteriaOf, type LocationFilter, meetsAll } from './filter.ts';
import { findText } from './postings.ts';

/**
 * One published version of the network. It is immutable and in memory, so operations on locations need no I/O. The
 * iterables that it returns can be iterated once, and read each location when it is needed.
 */
export interface LocationCatalogue {
  readonly version: string;
  /** Number of locations. */
  readonly size: number;
  readonly capabilities: Capabilities;
  /** Returns the time zones of all locations, each once. Throws MissingCatalogueData. */
  timeZones(): readonly string[];

  has(locationCode: string): boolean;
  /** Returns the location with this code if it matches the filter. */
  get(locationCode: string, filter?: LocationFilter): Location | undefined;
  /** Returns the locations that have this value of an attribute and match the filter, ordered by code. */
  list(attribute: Attribute, value: string | number, filter?: LocationFilter): Iterable<Location>;
  /** Returns one page of the locations that match the filter, nearest first in an area, otherwise ordered by code. */
  search(request: SearchRequest): SearchResult;
}

/** Search request. The first `offset` matches are skipped, and at most `size` are returned. */
export interface SearchRequest {
  readonly filter: LocationFilter;
  /** Further conditions, which a location must meet as well. */
  readonly selections?: readonly RowSelection[];
  readonly area?: SearchArea;
  readonly offset: number;
  readonly size: number;
}

/** One page of a search. */
interface SearchResult {
  /** Exact number of matches on all pages. */
  readonly total: number;
  readonly page: Iterable<Neighbour>;
}

/** Location with its great-circle distance from the search point in kilometres, unrounded; 0 without an area. */
export interface Neighbour {
  readonly location: Location;
  readonly distanceKm: number;
}

/** Services that locations offer. */
export interface Capabilities {
  /** Returns all capabilities, ordered by service code. */
  all(): readonly Capability[];
  get(serviceCode: number): Capability | undefined;
  /** Returns the service codes of the capabilities with one of these ids. */
  serviceCodesOf(capabilityIds: Iterable<string>): ReadonlySet<number>;
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
}

/** Opens a catalogue that consists of these parts. */
export const openCatalogue = ({
  version,
  index,
  readRows,
  capabilities,
}: CatalogueParts): LocationCatalogue => {
  const spatialIndex = lazy(() => openSpatialIndex(index.places()));
  const inCodeOrder = (among: PositionSet | undefined): Uint32Array => {
    const rows = index.rows();
    if (!among) return rows;
    const { rank } = index.places();
    const ranks = Uint32Array.from(among.positions(), (row) => rank[row] ?? 0);
    return ranks.sort().map((each) => rows[each] ?? 0);
  };

  return {
    version,
    size: index.size,
    capabilities: openCapabilities(capabilities),
    timeZones: index.columns.timeZones,
    has: (locationCode) => findText(index.codes(), locationCode) !== undefined,
    get(locationCode, filter = {}) {
      const rank = findText(index.codes(), locationCode);
      if (rank === undefined) return undefined;
      const [location] = readRows(index.rows().subarray(rank, rank + 1));
      return location && meetsAll(location, criteriaOf(filter)) ? location : undefined;
    },
    list(attribute, value, filter = {}) {
      const criteria = [{ attribute, values: new Set([value]) }, ...criteriaOf(filter)];
      return readRows(inCodeOrder(matchingRows(index, criteria)));
    },
    search({ filter, selections, area, offset, size }) {
      const among = matchingRows(index, criteriaOf(filter), selections);
      if (!area) {
        const page = readRows(inCodeOrder(among).subarray(offset, offset + size));
        return { total: among?.size ?? index.size, page: withDistances(page) };
      }
      const total = spatialIndex().count(area, among);
      if (offset >= total || size === 0) return { total, page: [] };
      const { positions, distancesKm } = spatialIndex().nearest(area, offset + size, among);
      return {
        total,
        page: withDistances(readRows(positions.subarray(offset)), distancesKm.subarray(offset)),
      };
    },
  };
};

/** Builds a catalogue from records in memory. If a location code or service code repeats, the last record is used. */
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
  return openCatalogue({ version, index, readRows, capabilities: () => capabilities });
};

function* withDistances(locations: Iterable<Location>, distancesKm?: Float64Array): Generator<Neighbour> {
  let position = 0;
  for (const location of locations) yield { location, distanceKm: distancesKm?.[position++] ?? 0 };
}

const openCapabilities = (capabilities: () => readonly Capability[]): Capabilities => {
  const byServiceCode = lazy(() => new Map(capabilities().map((each) => [each.serviceCode, each])));
  const all = lazy(() =>
    [...byServiceCode().values()].sort((one, other) => one.serviceCode - other.serviceCode),
  );
  return {
    all,
    get: (serviceCode) => byServiceCode().get(serviceCode),
    serviceCodesOf(capabilityIds) {
      const ids = new Set(capabilityIds);
      const found = all().filter(({ capabilityId }) => ids.has(capabilityId));
      return new Set(found.map(({ serviceCode }) => serviceCode));
    },
  };
};
