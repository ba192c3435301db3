import { locationTypes } from '../../../shared/domain/location/location-types.ts';
import type { Bounds, Coordinates, Filters, Where } from './network.ts';

/**
 * The search in the address of the page, so that it can be shared. Positions are in the fragment, which browsers never
 * send: no log of a server learns where a visitor is.
 */

/** What the address of the page says. */
export interface PageAddress {
  /** The name of a suburb, postcode or place to search near. */
  readonly near?: string | undefined;
  readonly at?: Coordinates | undefined;
  readonly area?: Bounds | undefined;
  readonly filters: Filters;
  /** Id of the place whose details are open. */
  readonly place?: string | undefined;
}

/** Reads an address. Anything that is invalid is ignored. */
export const readPageAddress = ({
  search,
  hash,
}: {
  readonly search: string;
  readonly hash: string;
}): PageAddress => {
  const query = new URLSearchParams(search);
  for (const [name, value] of new URLSearchParams(hash.slice(1))) query.set(name, value);
  const openAt = query.get('open_at') ?? '';
  const requested = new Set(listIn(query, 'kind').map((kind) => kind.toUpperCase()));
  return {
    near: query.get('near')?.trim().slice(0, maxText) || undefined,
    at: pointIn(query.get('at') ?? `${query.get('lat')},${query.get('lon')}`),
    area: areaIn(query.get('area')),
    filters: {
      kinds: locationTypes.filter((type) => requested.has(type)),
      services: listIn(query, 'services').filter((id) => /^[\w-]{1,40}$/.test(id)),
      ...(isOpenAt(openAt) && { openAt }),
    },
    place: query.get('place') || undefined,
  };
};

/** Whether a text is a value of `openAt`. */
export const isOpenAt = (text: string): boolean =>
  text === 'now' || (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`)));

/** Writes the query and fragment of an address. */
export const formatPageAddress = (
  where: Where | undefined,
  { kinds, services, openAt }: Filters,
  place: string | undefined,
): string => {
  const query = new URLSearchParams({
    ...(where?.text && { near: where.text }),
    ...(kinds.length > 0 && { kind: kinds.join(',') }),
    ...(services.length > 0 && { services: services.join(',') }),
    ...(openAt !== undefined && { open_at: openAt }),
    ...(place !== undefined && { place }),
  });
  // Commas and colons need no escape, and are easier to read without.
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return `${text && `?${text}`}${fragmentOf(where)}`;
};

const maxText = 120;

const fragmentOf = (where: Where | undefined): string => {
  if (where?.bounds) {
    const { west, south, east, north } = where.bounds;
    return `#area=${[west, south, east, north].join(',')}`;
  }
  // To 0.001°, about 100 m: visitors may share the address of a search around their own position.
  return where && !where.text ? `#at=${where.lat.toFixed(3)},${where.lon.toFixed(3)}` : '';
};

const listIn = (query: URLSearchParams, name: string): readonly string[] =>
  (query.get(name) ?? '').split(',').filter((item) => item !== '');

const numbersIn = (text: string | null, count: number): readonly number[] | undefined => {
  const parts = (text ?? '').split(',');
  const areNumbers = parts.length === count && parts.every((part) => /^-?\d{1,3}(\.\d{1,10})?$/.test(part));
  return areNumbers ? parts.map(Number) : undefined;
};

const pointIn = (text: string): Coordinates | undefined => {
  const [lat, lon] = numbersIn(text, 2) ?? [];
  if (lat === undefined || lon === undefined) return undefined;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined;
};

const areaIn = (text: string | null): Bounds | undefined => {
  const [west = 0, south = 0, east = 0, north = 0] = numbersIn(text, 4) ?? [];
  return south < north && west !== east ? { west, south, east, north } : undefined;
};
