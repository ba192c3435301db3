import { principalOf } from '../../../domain/location/location.ts';
import type { WorkCentre } from '../../work-centre.ts';

/** Services of a work centre, condensed to one row. */
export interface FlatServices {
  /** Ids of the work centre's capabilities. */
  readonly capabilityIds: readonly string[];
  /** Usual hours in OpenStreetMap's notation: `Mo-Fr 09:00-17:00; Sa 09:00-12:00`. */
  readonly opening: string | undefined;
}

/**
 * Flattens a work centre to one row: its first street address (or else its first address), the ids of its capabilities,
 * and its usual hours. Names are those of version 3, except `description`.
 */
export const flatWorkCentre = (workCentre: WorkCentre, { capabilityIds, opening }: FlatServices) => {
  const { attributes } = workCentre;
  const address = principalOf(workCentre.location.addresses)?.attributes;
  return {
    type: workCentre.type,
    business_name: attributes.business_name,
    business_long_name: attributes.business_long_name,
    work_centre_id: attributes.work_centre_id,
    phone_number: attributes.phone_number,
    fax_number: attributes.fax_number,
    description: attributes.org_unit_type_description,
    address_line_1: address?.address_line_1,
    address_line_2: address?.address_line_2,
    address_line_3: address?.address_line_3,
    suburb: address?.suburb,
    state: address?.state,
    postcode: address?.postcode,
    country_code: address?.country_code,
    dpid: address?.dpid,
    operational_capabilities: capabilityIds,
    opening_hours: opening,
  };
};
export type FlatWorkCentre = ReturnType<typeof flatWorkCentre>;
