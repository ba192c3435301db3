import { stringify } from 'csv-stringify/sync';
import type { Location } from '../../../domain/location/location.ts';
import { safeForSpreadsheets } from '../../safe-for-spreadsheets.ts';
import type { FlatWorkCentre } from './flat-work-centre.ts';

type Cell = string | number | undefined;

type Column = 'id' | 'lat' | 'lon' | keyof FlatWorkCentre;

/** Columns in their order, each with its cell. */
const columns: Readonly<Record<Column, (location: Location, flat: FlatWorkCentre) => Cell>> = {
  id: ({ locationCode }) => locationCode,
  type: (_, flat) => flat.type,
  business_name: (_, flat) => flat.business_name,
  business_long_name: (_, flat) => flat.business_long_name,
  work_centre_id: (_, flat) => flat.work_centre_id,
  phone_number: (_, flat) => flat.phone_number,
  fax_number: (_, flat) => flat.fax_number,
  description: (_, flat) => flat.description,
  lat: ({ coordinates }) => coordinates.lat,
  lon: ({ coordinates }) => coordinates.lon,
  address_line_1: (_, flat) => flat.address_line_1,
  address_line_2: (_, flat) => flat.address_line_2,
  address_line_3: (_, flat) => flat.address_line_3,
  suburb: (_, flat) => flat.suburb,
  state: (_, flat) => flat.state,
  postcode: (_, flat) => flat.postcode,
  country_code: (_, flat) => flat.country_code,
  dpid: (_, flat) => flat.dpid,
  operational_capabilities: (_, flat) => flat.operational_capabilities.join(';'),
  opening_hours: (_, flat) => flat.opening_hours,
};
const cells = Object.values(columns);

/** Row of column names, without its line end. */
export const csvHeader = Object.keys(columns).join(',');

/** Builds the row of a location, including its line end. */
export const csvRow = (location: Location, flat: FlatWorkCentre): string =>
  stringify([cells.map((cellOf) => cellOf(location, flat))], safeForSpreadsheets);
