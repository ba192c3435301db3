import { type FixtureAddress, type FixtureLocation, fixtureNetwork } from './fixture-network.ts';

/** What the fixture says, found by looking at every record: nothing here knows the product's code. */

const earthRadiusKm = 6371;

const unitVector = ({ lat, lon }: { readonly lat: number; readonly lon: number }) => {
  const phi = (lat * Math.PI) / 180;
  const lambda = (lon * Math.PI) / 180;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)] as const;
};

/** Great circle by the chord through the sphere, where the product takes the haversine formula. */
export const kilometresBetween = (
  one: { readonly lat: number; readonly lon: number },
  other: { readonly lat: number; readonly lon: number },
): number => {
  const [x, y, z] = unitVector(one);
  const [u, v, w] = unitVector(other);
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.hypot(x - u, y - v, z - w) / 2));
};

const byCodeUnit = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Location codes of the records that match, in the order of every list without a search point. */
export const codesWhere = (matches: (record: FixtureLocation) => boolean): string[] =>
  fixtureNetwork.locations
    .filter(matches)
    .map(({ location_code }) => location_code)
    .sort(byCodeUnit);

/** The record of a code. */
export const recordOf = (code: string): FixtureLocation => {
  const record = fixtureNetwork.locations.find(({ location_code }) => location_code === code);
  if (record === undefined) throw new Error(`The fixture has no ${code}`);
  return record;
};

const isStreetAddress = ({ type = 'STREET_ADDRESS' }: FixtureAddress) => type === 'STREET_ADDRESS';

export const principalAddressOf = ({ addresses }: FixtureLocation): FixtureAddress =>
  addresses.find(isStreetAddress) ?? addresses[0];

export const addressTypesOf = ({ addresses }: FixtureLocation): string[] =>
  addresses.map(({ type = 'STREET_ADDRESS' }) => type);

export const offers = ({ services = [] }: FixtureLocation, ...codes: readonly number[]): boolean =>
  services.some(({ code }) => codes.includes(code));

/** What a location is called that brings no description. */
export const descriptionOf = ({ type, description }: FixtureLocation): string =>
  description ??
  {
    PO: 'Post Office',
    UPL: 'Parcel Locker',
    R_SPB: 'Red Street Post Box',
    C_SPB: 'Combined Street Post Box',
    OS: 'Outstation',
    DC: 'Delivery Centre',
  }[type];
