import type { Location } from '../../../domain/location/location.ts';
import type { FlatWorkCentre } from './flat-work-centre.ts';
import { spreadsheetRow } from './spreadsheet-row.ts';

const columns = [
  'id',
  'type',
  'business_name',
  'business_long_name',
  'work_centre_id',
  'phone_number',
  'fax_number',
  'description',
  'lat',
  'lon',
  'address_line_1',
  'address_line_2',
  'address_line_3',
  'suburb',
  'state',
  'postcode',
  'country_code',
  'dpid',
  'operational_capabilities',
  'opening_hours',
];

/** Returns the cells of a row in the order of the columns. */
const cellsOf = ({ locationCode, coordinates }: Location, flat: FlatWorkCentre) => [
  locationCode,
  flat.type,
  flat.business_name,
  flat.business_long_name,
  flat.work_centre_id,
  flat.phone_number,
  flat.fax_number,
  flat.description,
  coordinates.lat,
  coordinates.lon,
  flat.address_line_1,
  flat.address_line_2,
  flat.address_line_3,
  flat.suburb,
  flat.state,
  flat.postcode,
  flat.country_code,
  flat.dpid,
  flat.operational_capabilities.join(';'),
  flat.opening_hours,
];

/** Row of column names, without its line end. */
export const csvHeader = columns.join(',');

/** Builds the row of a location, including its line end. */
export const csvRow = (location: Location, flat: FlatWorkCentre): string =>
  spreadsheetRow(cellsOf(location, flat));
