import { locationsV2 } from '../../../infra/routes/locations-v2.ts';
import { locationsV3 } from '../../../infra/routes/locations-v3.ts';

/** Values of path parameters that exist in the fixture. */
const values: Readonly<Record<string, string>> = {
  postcode: '3000',
  work_centre_id: '7',
  delivery_point_id: '5',
  location_code: '900030_PO',
  points_type: 'PO',
  longitude: '144.9',
  latitude: '-37.8',
  service_codes: '1',
  id: '900030_PO',
  code: '0101',
};

/** Query strings of the operations that require one, by path. */
const requiredQuery: Readonly<Record<string, string>> = { '/locations/v3/places': '?q=tan' };

/** Replaces the parameters in a template such as `/points/{location_code}` with values that exist. */
export const requestablePath = (template: string): string =>
  template.replace(/\{(.+?)\}/g, (_, name: string) => values[name] ?? '1');

export const requestableUrl = (template: string): string =>
  `${requestablePath(template)}${requiredQuery[template] ?? ''}`;

export const v2Paths = locationsV2.map(({ path }) => requestablePath(path));
export const v3Paths = locationsV3.map(({ path }) => requestableUrl(path));
