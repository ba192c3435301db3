import { locationTypes } from '../../../shared/domain/location/location-types.ts';
import { type Filters, type Where, whereArea, wherePoint } from './network.ts';

/**
 * The search in the page's address, so that visitors can share it. Positions are in the fragment. Browsers never send
 * the fragment, so no server log shows where a visitor is.
 */

type Address = Pick<URL, 'search' | 'hash'>;

/** Reads an address. Anything that is invalid is ignored. */
export const readPageAddress = (address: Address) => {
  const query = parametersOf(address);
  const list = (name: string) => (query.get(name) ?? '').split(',').filter(Boolean);
  const openAt = query.get('open_at') ?? '';
  const types = new Set(list('kind').map((kind) => kind.toUpperCase()));
  const filters: Filters = {
    kinds: locationTypes.filter((type) => types.has(type)),
    services: list('services').filter((id) => /^[\w-]{1,40}$/.test(id)),
    openAt: isOpenAt(openAt) ? openAt : undefined,
  };
  return {
    /** The name of a suburb, postcode or place to search near. */
    near: query.get('near')?.trim().slice(0, maxText) || undefined,
    /** The search for a point or an area. */
    where:
      pointIn(query.get('at') ?? `${query.get('lat')},${query.get('lon')}`) ??
      areaIn(query.get('area') ?? ''),
    filters,
    /** Id of the place whose details are open. */
    place: query.get('place') || undefined,
  };
};

/** Returns the parameters in the query and in the fragment of an address. */
export const parametersOf = ({ search, hash }: Address): URLSearchParams =>
  new URLSearchParams([...new URLSearchParams(hash.slice(1)), ...new URLSearchParams(search)]);

/** Whether a text is a valid value of `openAt`. */
export const isOpenAt = (text: string): boolean =>
  text === 'now' || (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`)));

export const formatPageAddress = (
  where: Where | undefined,
  { kinds, services, openAt }: Filters,
  place?: string,
): string => {
  const query = new URLSearchParams({
    ...(where?.text && { near: where.text }),
    ...(kinds.length > 0 && { kind: kinds.join(',') }),
    ...(services.length > 0 && { services: services.join(',') }),
    ...(openAt !== undefined && { open_at: openAt }),
    ...(place !== undefined && { place }),
  });
  // Commas and colons need no escaping, and are easier to read without it.
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return `${text && `?${text}`}${fragmentOf(where)}`;
};

const maxText = 120;

const fragmentOf = (where: Where | undefined): string => {
  if (where?.bounds) return `#area=${where.bounds.join(',')}`;
  // Rounded to about 100 m, because visitors may share the address of a search around their own position.
  return where && !where.text ? `#at=${where.lat.toFixed(3)},${where.lon.toFixed(3)}` : '';
};

/** Websites may send a number as precisely as JavaScript prints it. */
const numbersIn = (text: string): readonly number[] =>
  text.split(',').map((part) => (/^-?\d{1,3}(\.\d{1,20})?$/.test(part) ? Number(part) : Number.NaN));

const pointIn = (text: string): Where | undefined => {
  const [lat = Number.NaN, lon = Number.NaN, ...others] = numbersIn(text);
  const isValid = others.length === 0 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return isValid ? wherePoint({ lat, lon }, 'this point') : undefined;
};

const areaIn = (text: string): Where | undefined => {
  const [west = 0, south = 0, east = 0, north = Number.NaN, ...others] = numbersIn(text);
  const isValid = others.length === 0 && west < east && south < north;
  return isValid ? whereArea([west, south, east, north]) : undefined;
};
