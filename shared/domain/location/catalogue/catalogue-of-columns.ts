import { type Nearest, openSpatialIndex } from '../../../spatial/index.ts';
import type { Capability } from '../../capability/capability.ts';
import { madeOnce } from '../../made-once.ts';
import { capabilityLookUps } from './capability-look-ups.ts';
import { codeOrder } from './code-order.ts';
import type { Attribute } from './location-attributes.ts';
import { bodiesInOrder, type LocationBodies } from './location-bodies.ts';
import type { LocationCatalogue, Neighbour, SearchPage } from './location-catalogue.ts';
import type { LocationColumns } from './location-columns.ts';
import type { LocationFilter } from './location-filter.ts';
import { type Criterion, criteriaOf, rowSets } from './row-sets.ts';
import { positionOf } from './sorted-texts.ts';

/** Parts from which a catalogue answers for one version of the network. */
export interface CatalogueParts<Body> {
  readonly version: string;
  readonly columns: LocationColumns;
  readonly bodies: LocationBodies<Body>;
  readonly capabilities: () => readonly Capability[];
}

const rowsOf = (columns: LocationColumns) => ({
  meeting: rowSets(columns),
  inCodeOrder: codeOrder(columns),
});
type Rows = ReturnType<typeof rowsOf>;

const lookUps = <Body>({ columns, bodies }: CatalogueParts<Body>, { meeting, inCodeOrder }: Rows) => {
  const bearing = (attribute: Attribute, value: string | number, filter: LocationFilter) => {
    const criteria: Criterion[] = [{ attribute, values: new Set([value]) }, ...criteriaOf(filter)];
    const rows = inCodeOrder.page(meeting(criteria), 0, columns.size);
    return { [Symbol.iterator]: () => bodiesInOrder(bodies, rows) };
  };
  return {
    byLocationCode(code, filter = {}) {
      const rank = positionOf(columns.codes(), code);
      if (rank === undefined) return undefined;
      const row = inCodeOrder.rowOf(rank);
      const meetsAll = meeting(criteriaOf(filter))?.has(row) ?? true;
      return meetsAll ? bodies(row) : undefined;
    },
    byPostcode: (postcode, filter) => [...bearing('principalPostcodes', postcode, filter)],
    byWorkCentre: (id, filter) => [...bearing('workCentreIds', id, filter)],
    byDeliveryPoint: (id, filter) => [...bearing('ownDeliveryPointIds', id, filter)],
    byType: (type, filter) => bearing('types', type, filter),
  } satisfies Partial<LocationCatalogue<Body>>;
};

const searches = <Body>({ columns, bodies }: CatalogueParts<Body>, { meeting, inCodeOrder }: Rows) => {
  const spatialIndex = madeOnce(() => openSpatialIndex(columns.places()));

  const shown = ({ positions, distancesKm }: Nearest, offset = 0): Neighbour<Body>[] => {
    const neighbours: Neighbour<Body>[] = [];
    for (let index = offset; index < positions.length; index++) {
      neighbours.push({ body: bodies(positions[index] ?? 0), distanceKm: distancesKm[index] ?? 0 });
    }
    return neighbours;
  };

  return {
    nearest: (area, filter, limit) => shown(spatialIndex().nearest(area, limit, meeting(criteriaOf(filter)))),
    search({ filter, area, offset, size }): SearchPage<Body> {
      const among = meeting(criteriaOf(filter));
      if (area) {
        const total = spatialIndex().count(area, among);
        const last = Math.min(total, offset + size);
        return { total, page: last > offset ? shown(spatialIndex().nearest(area, last, among), offset) : [] };
      }
      const page = Array.from(bodiesInOrder(bodies, inCodeOrder.page(among, offset, size)), (body) => ({
        body,
        distanceKm: 0,
      }));
      return { total: among?.size ?? columns.size, page };
    },
  } satisfies Partial<LocationCatalogue<Body>>;
};

/** Creates a catalogue from these parts, which must belong to the same version. */
export const catalogueOfColumns = <Body>(parts: CatalogueParts<Body>): LocationCatalogue<Body> => {
  const rows = rowsOf(parts.columns);
  return {
    version: parts.version,
    size: parts.columns.size,
    ...lookUps(parts, rows),
    ...searches(parts, rows),
    ...capabilityLookUps(parts.capabilities),
  };
};
