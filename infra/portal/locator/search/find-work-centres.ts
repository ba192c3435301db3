import type { ShownWorkCentre } from '../api/answers.ts';
import type { LocationsApi, WorkCentreQuery } from '../api/locations-api.ts';
import { middleOf } from './middle.ts';
import type { Coordinates, Search, Where } from './search.ts';

/** A page of what a search finds. */
export interface FoundPage {
  /** What distances are measured from; undefined where a postcode has no work centre at all. */
  readonly centre?: Coordinates | undefined;
  /** All that match. */
  readonly total: number;
  readonly workCentres: readonly ShownWorkCentre[];
}

/** Finds a page of a search. Rejects with SearchFailed, or with the signal's reason. */
export type FindWorkCentres = (
  search: Search & { readonly where: Where },
  offset: number,
  signal: AbortSignal,
) => Promise<FoundPage>;

/** The most that getWorkCentres gives at once, and takes for a radius. */
const largestPage = 100;
const largestRadiusKm = 1000;

/** Results that are shown at once. */
const shownAtOnce = 20;

const postcodeFilter = 'location[addresses.attributes.postcode]';
const serviceFilter = 'attribute[operational_capabilities.id]';

const pointOf = ({ location: { attributes } }: ShownWorkCentre): Coordinates => ({
  lat: attributes.lat,
  lon: attributes.lon,
});

/** The middle of all work centres of the postcode, whatever is filtered: filters change no distance. */
const middleOfPostcode = async (api: LocationsApi, postcode: string, signal: AbortSignal) => {
  const places: Coordinates[] = [];
  for (;;) {
    const query = { [postcodeFilter]: postcode, size: largestPage, offset: places.length };
    const { pagination, workcentres } = await api.workCentres(query, signal);
    places.push(...workcentres.map(pointOf));
    if (workcentres.length === 0 || places.length >= pagination.total) return middleOf(places);
  }
};

const centreOf = async (api: LocationsApi, where: Where, signal: AbortSignal) => {
  if (where.by === 'point') return where.point;
  if (where.by === 'postcode') return middleOfPostcode(api, where.postcode, signal);
  return pointOf(await api.workCentre(where.code, signal));
};

const queryOf = ({ where, types, service, radiusKm }: Search, centre: Coordinates): WorkCentreQuery => ({
  lat: centre.lat,
  lon: centre.lon,
  ...(where?.by === 'postcode'
    ? { [postcodeFilter]: where.postcode, radius: largestRadiusKm }
    : { radius: radiusKm }),
  ...(types.length > 0 && { type: types.join(',') }),
  ...(service !== undefined && { [serviceFilter]: service }),
});

/**
 * Every search is one around a point, so that the API measures, orders and pages alike: a postcode's is the middle of
 * its work centres, a location code's where that work centre is. The last point is kept: filters and further pages
 * ask for no other.
 */
export const findWorkCentres = (api: LocationsApi): FindWorkCentres => {
  let last: { readonly of: string; readonly centre: Coordinates | undefined } | undefined;
  const rememberedCentre = async (where: Where, signal: AbortSignal) => {
    const of = JSON.stringify(where);
    if (last?.of !== of) last = { of, centre: await centreOf(api, where, signal) };
    return last.centre;
  };
  return async (search, offset, signal) => {
    const centre = await rememberedCentre(search.where, signal);
    if (centre === undefined) return { total: 0, workCentres: [] };
    const query = { ...queryOf(search, centre), size: shownAtOnce, offset };
    const { pagination, workcentres } = await api.workCentres(query, signal);
    return { centre, total: pagination.total, workCentres: workcentres };
  };
};
