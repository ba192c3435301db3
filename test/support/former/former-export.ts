import { type Options, stringify } from 'csv-stringify/sync';
import type { Location } from '../../../shared/domain/location/location.ts';
import { flatWorkCentre } from '../../../shared/wire/locations-v3/export/flat-work-centre.ts';
import type { WorkCentre } from '../../../shared/wire/locations-v3/work-centre.ts';
import type { WorkCentreContext } from '../../../shared/wire/locations-v3/work-centre-text.ts';
import { toWorkCentre } from '../oracles/work-centre.ts';
import { formerOpening } from './former-opening.ts';

/** Exported files made by libraries alone, an oracle for the export of prepared texts. */

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

const safeForSpreadsheets: Options = {
  record_delimiter: '\r\n',
  quoted_string: true,
  escape_formulas: true,
  cast: { string: (text) => (text.startsWith('\n') ? `'${text}` : text) },
  columns,
};

const flatOf = (workCentre: WorkCentre) => {
  const capabilities = workCentre.attributes.operational_capabilities ?? [];
  return flatWorkCentre(workCentre, {
    capabilityIds: capabilities.map(({ id }) => id),
    opening: formerOpening(capabilities),
  });
};

const csvRow = (workCentre: WorkCentre): string => {
  const { operational_capabilities, ...flat } = flatOf(workCentre);
  const { lat, lon } = workCentre.location.attributes;
  const row = {
    id: workCentre.id,
    ...flat,
    lat,
    lon,
    operational_capabilities: operational_capabilities.join(';'),
  };
  return stringify([row], safeForSpreadsheets);
};

const feature = (workCentre: WorkCentre): string => {
  const { lat, lon } = workCentre.location.attributes;
  return JSON.stringify({
    type: 'Feature',
    id: workCentre.id,
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: flatOf(workCentre),
  });
};

/** Serialises one record for each file, parsed and mapped once. */
export const formerRecords = (text: string, context: WorkCentreContext) => {
  const location: Location = JSON.parse(text);
  const workCentre = toWorkCentre(location, context);
  const json = JSON.stringify(workCentre);
  return {
    json: `,\n${json}`,
    ndjson: `${json}\n`,
    csv: csvRow(workCentre),
    geojson: `,\n${feature(workCentre)}`,
  };
};

/** Serialises one record for the NDJSON file. */
export const formerNdjson = (text: string, context: WorkCentreContext): string => {
  const location: Location = JSON.parse(text);
  return `${JSON.stringify(toWorkCentre(location, context))}\n`;
};
