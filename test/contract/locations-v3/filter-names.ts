/** Query parameters of getWorkCentres that narrow the list. */
export const dpid = 'location[addresses.attributes.dpid]';
export const postcode = 'location[addresses.attributes.postcode]';
export const workCentreId = 'attribute[work_centre_id]';
export const accessRestriction = 'attribute[access_restriction_code]';
export const locationType = 'attribute[location_type_code]';
export const capability = 'attribute[operational_capabilities.id]';
export const anyAddress = 'location[addresses.type]';
export const allAddresses = 'location[addresses.type:all]';

/** Those that take lists of literal text. */
export const textFilters = [
  dpid,
  workCentreId,
  accessRestriction,
  locationType,
  capability,
  anyAddress,
  allAddresses,
];
