import { locationTypes } from '../../../../shared/domain/location/location-types.ts';
import { noSearch, radiiKm, type Search, type Where, whereOfText } from './search.ts';

/** A search, and which of its places is open. */
export interface Shown {
  readonly search: Search;
  /** Its location code. */
  readonly selected?: string | undefined;
}

const decimal = /^-?\d{1,3}(\.\d{1,6})?$/;

const pointOf = (text: string): Where | undefined => {
  const [lat = '', lon = '', ...more] = text.split(',');
  if (more.length > 0 || !decimal.test(lat) || !decimal.test(lon)) return undefined;
  const point = { lat: Number(lat), lon: Number(lon) };
  return Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180 ? { by: 'point', point } : undefined;
};

const whereIn = (parameters: URLSearchParams): Where | undefined => {
  const text = parameters.get('postcode') ?? parameters.get('code');
  return text === null ? pointOf(parameters.get('at') ?? '') : whereOfText(text);
};

const radiusIn = (parameters: URLSearchParams): number => {
  const asked = Number(parameters.get('radius'));
  return radiiKm.find((radius) => radius === asked) ?? noSearch.radiusKm;
};

/**
 * Reads what `fragmentOf` writes. What cannot be read counts as not asked.
 */
export const searchInFragment = (fragment: string): Shown => {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const asked = new Set(parameters.get('type')?.split(','));
  return {
    search: {
      where: whereIn(parameters),
      types: locationTypes.filter((type) => asked.has(type)),
      service: parameters.get('service') || undefined,
      radiusKm: radiusIn(parameters),
    },
    selected: parameters.get('place') || undefined,
  };
};

const written = (where: Where | undefined): Readonly<Record<string, string>> => {
  if (where === undefined) return {};
  if (where.by === 'postcode') return { postcode: where.postcode };
  return where.by === 'code' ? { code: where.code } : { at: `${where.point.lat},${where.point.lon}` };
};

/**
 * The search as the fragment of an address, to be shared. Not as its query: a fragment is never sent to a server, so
 * that no log learns where somebody is. The key is no part of it.
 */
export const fragmentOf = ({ search, selected }: Shown): string => {
  const { where, types, service, radiusKm } = search;
  const parameters = new URLSearchParams({
    ...written(where),
    ...(types.length > 0 && { type: types.join(',') }),
    ...(service !== undefined && { service }),
    ...(radiusKm !== noSearch.radiusKm && { radius: String(radiusKm) }),
    ...(selected !== undefined && { place: selected }),
  });
  // Commas need no escape in a fragment, and are read more easily without.
  const text = parameters.toString().replaceAll('%2C', ',');
  return text && `#${text}`;
};
