import type { Capability } from '../capability/capability.ts';
import { capabilityLookUps } from './capability-look-ups.ts';
import { type LocationBodies, shownInOrder } from './location-bodies.ts';
import type { LocationCatalogue, Neighbour, SearchArea, SearchPage } from './location-catalogue.ts';
import type { Attribute, LocationColumns } from './location-columns.ts';
import type { LocationFilter } from './location-filter.ts';
import { nearestWithin } from './nearest.ts';
import { nearestFirst, neighboursAmong, type RowNeighbour } from './neighbours.ts';
import { criteriaOf, type RowSearch, rowSearcher } from './row-search.ts';
import { positionOf } from './sorted-texts.ts';
import type { SpatialIndex } from './spatial-index.ts';

/** So few candidates are measured one by one sooner than the spatial index is asked. */
const fewCandidates = 500;

/** All that one version of the network is answered from. */
export interface CatalogueParts<Body> {
  readonly version: string;
  readonly columns: LocationColumns;
  readonly spatialIndex: SpatialIndex;
  readonly bodies: LocationBodies<Body>;
  readonly capabilities: readonly Capability[];
}

type SearchRows = ReturnType<typeof rowSearcher>;

const lookUps = <Body>({ columns, bodies }: CatalogueParts<Body>, searchRows: SearchRows) => {
  const bearing = (attribute: Attribute, value: string | number, filter: LocationFilter) =>
    searchRows([{ attribute, values: new Set([value]) }, ...criteriaOf(filter)]).rows();
  return {
    byLocationCode(code, filter = {}) {
      const row = positionOf(columns.codes, code);
      if (row === undefined || !searchRows(criteriaOf(filter)).acceptance()(row)) return undefined;
      const [body] = bodies([row]);
      return body;
    },
    byPostcode: (postcode, filter) => [...bodies(bearing('principalPostcodes', postcode, filter))],
    byWorkCentre: (id, filter) => [...bodies(bearing('workCentreIds', id, filter))],
    byDeliveryPoint: (id, filter) => [...bodies(bearing('ownDeliveryPointIds', id, filter))],
    byType(type, filter) {
      const rows = bearing('types', type, filter);
      return { [Symbol.iterator]: () => bodies(rows)[Symbol.iterator]() };
    },
  } satisfies Partial<LocationCatalogue<Body>>;
};

const searches = <Body>({ columns, spatialIndex, bodies }: CatalogueParts<Body>, searchRows: SearchRows) => {
  const shown = (found: readonly RowNeighbour[]): Neighbour<Body>[] =>
    shownInOrder(bodies, found, (body, { distanceKm }) => ({ body, distanceKm }));

  const finder = (search: RowSearch): ((area: SearchArea) => RowNeighbour[]) => {
    const { coordinates } = columns;
    if (search.atMost <= fewCandidates) {
      const candidates = search.rows();
      return (area) => neighboursAmong(candidates, coordinates, area, () => true);
    }
    const accepts = search.acceptance();
    return (area) => neighboursAmong(spatialIndex.near(area), coordinates, area, accepts);
  };

  return {
    nearest: (area, filter, limit) =>
      shown(nearestWithin(finder(searchRows(criteriaOf(filter))), area, limit)),
    search({ filter, area, offset, size }): SearchPage<Body> {
      const search = searchRows(criteriaOf(filter));
      if (area) {
        const found = finder(search)(area);
        return { total: found.length, page: shown(nearestFirst(found, offset + size).slice(offset)) };
      }
      const rows = search.rows();
      const page = Array.from(bodies(rows.subarray(offset, offset + size)), (body) => ({
        body,
        distanceKm: 0,
      }));
      return { total: rows.length, page };
    },
  } satisfies Partial<LocationCatalogue<Body>>;
};

/** The catalogue that these parts make up, which must be of one network. */
export const catalogueOfColumns = <Body>(parts: CatalogueParts<Body>): LocationCatalogue<Body> => {
  const searchRows = rowSearcher(parts.columns);
  return {
    version: parts.version,
    size: parts.columns.coordinates.lat.length,
    ...lookUps(parts, searchRows),
    ...searches(parts, searchRows),
    ...capabilityLookUps(parts.capabilities),
  };
};
