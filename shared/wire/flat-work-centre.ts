import type { OpenStreetMapHours } from './open-street-map-hours.ts';
import type { WorkCentre } from './work-centre.ts';

/** Value of a column. In a CSV file, several values are joined by semicolons. */
export type Cell = string | number | readonly string[] | undefined;

const addressOf = ({ location }: WorkCentre) => location.addresses[0]?.attributes;

/** Columns of a flat work centre, in order. Their names are the same as in version 3, except `description`. */
const columns: Readonly<Record<string, (shown: WorkCentre, hours: OpenStreetMapHours) => Cell>> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  business_name: ({ attributes }) => attributes.business_name,
  business_long_name: ({ attributes }) => attributes.business_long_name,
  work_centre_id: ({ attributes }) => attributes.work_centre_id,
  phone_number: ({ attributes }) => attributes.phone_number,
  fax_number: ({ attributes }) => attributes.fax_number,
  description: ({ attributes }) => attributes.org_unit_type_description,
  lat: ({ location }) => location.attributes.lat,
  lon: ({ location }) => location.attributes.lon,
  address_line_1: (shown) => addressOf(shown)?.address_line_1,
  address_line_2: (shown) => addressOf(shown)?.address_line_2,
  address_line_3: (shown) => addressOf(shown)?.address_line_3,
  suburb: (shown) => addressOf(shown)?.suburb,
  state: (shown) => addressOf(shown)?.state,
  postcode: (shown) => addressOf(shown)?.postcode,
  country_code: (shown) => addressOf(shown)?.country_code,
  dpid: (shown) => addressOf(shown)?.dpid,
  operational_capabilities: (shown) => capabilitiesOf(shown).map(({ id }) => id),
  opening_hours: (_, { usual }) => usual,
  special_hours: (_, { special }) => special,
};

export const columnNames: readonly string[] = Object.keys(columns);

/**
 * Flattens a work centre to one row. It has the principal address, the ids of the capabilities, and the hours of the
 * location in OpenStreetMap's `opening_hours` syntax.
 */
export const flatWorkCentre = (
  shown: WorkCentre,
  hours: OpenStreetMapHours,
): Readonly<Record<string, Cell>> =>
  Object.fromEntries(Object.entries(columns).map(([name, cellOf]) => [name, cellOf(shown, hours)]));

const capabilitiesOf = ({ attributes }: WorkCentre) => attributes.operational_capabilities ?? [];
