import { greatCircleKm } from '../../../../shared/spatial/index.ts';
import type { ShownWorkCentre } from '../api/answers.ts';
import type { LocationsApi, WorkCentreQuery } from '../api/locations-api.ts';
import { middleOf } from './middle.ts';
import type { Coordinates, Search, Where } from './search.ts';

/** Where a search begins. */
interface Beginning {
  /** What distances are measured from; undefined where a postcode has no work centre at all. */
  readonly centre?: Coordinates | undefined;
  /** Location codes of a postcode's work centres that lie too far from its middle to be found: mistakes, as a rule. */
  readonly strays: readonly string[];
}

/** A page of what a search finds. */
export interface FoundPage extends Beginning {
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

/** The most that getWorkCentres gives at once to the locator's own key, and takes for a radius. */
const largestPage = 20;
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
const middleOfPostcode = async (
  api: LocationsApi,
  postcode: string,
  signal: AbortSignal,
): Promise<Beginning> => {
  const all: ShownWorkCentre[] = [];
  for (;;) {
    const query = { [postcodeFilter]: postcode, size: largestPage, offset: all.length };
    const { pagination, workcentres } = await api.workCentres(query, signal);
    all.push(...workcentres);
    if (workcentres.length === 0 || all.length >= pagination.total) break;
  }
  const centre = middleOf(all.map(pointOf));
  const isStray = (workCentre: ShownWorkCentre) =>
    centre !== undefined && greatCircleKm(centre, pointOf(workCentre)) > largestRadiusKm;
  return { centre, strays: all.filter(isStray).map(({ id }) => id) };
};

const beginningOf = async (api: LocationsApi, where: Where, signal: AbortSignal): Promise<Beginning> => {
  if (where.by === 'postcode') return middleOfPostcode(api, where.postcode, signal);
  const centre = where.by === 'point' ? where.point : pointOf(await api.workCentre(where.code, signal));
  return { centre, strays: [] };
};

const queryOf = (
  { where, types, service, radiusKm }: Search,
  centre: Coordinates,
): Omit<WorkCentreQuery, 'offset' | 'size'> => ({
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
  let last: { readonly of: string; readonly beginning: Beginning } | undefined;
  const rememberedBeginning = async (where: Where, signal: AbortSignal): Promise<Beginning> => {
    const of = JSON.stringify(where);
    if (last?.of !== of) last = { of, beginning: await beginningOf(api, where, signal) };
    return last.beginning;
  };
  return async (search, offset, signal) => {
    const beginning = await rememberedBeginning(search.where, signal);
    if (beginning.centre === undefined) return { ...beginning, total: 0, workCentres: [] };
    const query = { ...queryOf(search, beginning.centre), size: shownAtOnce, offset };
    const { pagination, workcentres } = await api.workCentres(query, signal);
    return { ...beginning, total: pagination.total, workCentres: workcentres };
  };
};
