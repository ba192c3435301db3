import type { ReferenceOperation } from './operations.ts';

/** Request that sets the whole form of an operation. */
export interface NamedExample {
  readonly name: string;
  /** Values by field, such as `query.size`. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Returns the examples of an operation. The first one is what the form contains at the start: small responses, and
 * values that a postal network in Australia is likely to have.
 */
export const examplesOf = (operation: ReferenceOperation): readonly NamedExample[] => {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const values = Object.fromEntries(required.map((each) => [fieldName(each), each.example ?? '']));
  const named = examples[operation.operationId] ?? [['Example', {}]];
  return named.map(([name, further]) => ({ name, values: { ...values, ...further } }));
};

/** Returns the name of a parameter's field in the form. */
export const fieldName = (parameter: { readonly in: string; readonly name: string }): string =>
  `${parameter.in}.${parameter.name}`;

/** Examples by operation, without the required parameters that are documented ones. */
const examples: Readonly<
  Record<string, readonly (readonly [name: string, values: NamedExample['values']])[]>
> = {
  getWorkCentres: [
    ['Nearest 3 lockers', { 'query.near': '3000', 'query.type': 'UPL', 'query.size': '3' }],
    [
      'Post offices in 3000',
      { 'query.location[addresses.attributes.postcode]': '3000', 'query.type': 'PO', 'query.size': '3' },
    ],
    [
      'Open now, names and hours only',
      {
        'query.near': '3000',
        'query.open_at': 'now',
        'query.size': '3',
        'query.fields': 'attributes.business_name,opening',
      },
    ],
    [
      'By name or address',
      { 'query.q': 'collins st', 'query.size': '3', 'query.fields': 'attributes,location' },
    ],
    [
      'Places on a map',
      {
        'query.bbox': '144.9,-37.9,145.1,-37.7',
        'query.type': 'PO',
        'query.size': '3',
        'header.accept': 'application/geo+json',
      },
    ],
    ['Only the count', { 'query.size': '0' }],
  ],
  getWorkCentreByID: [
    ['Everything', {}],
    ['Opening hours now', { 'query.fields': 'attributes.business_name,opening' }],
    ['Does my parcel fit?', { 'query.fields': 'parcel_limits', 'query.parcel': '640x410x380,20000' }],
  ],
  exportWorkCentres: [
    ['Link to the whole network', { 'query.redirect': 'false' }],
    ['Link to the CSV file', { 'query.redirect': 'false', 'query.format': 'csv' }],
    ['Link to the list of files', { 'query.redirect': 'false', 'query.format': 'files' }],
  ],
  getOperationalCapabilities: [
    ['First 3', { 'query.size': '3' }],
    ['Only the count', { 'query.size': '0' }],
  ],
  getPlaces: [
    ['Suburbs', { 'query.q': 'melb', 'query.size': '3' }],
    ['Postcodes', { 'query.q': '30', 'query.size': '3' }],
  ],
  getGeoLocationsByPostCodeUsingGET: [
    ['Post offices in 3000', { 'query.types': 'PO' }],
    ['Lockers for everybody in 3000', { 'query.types': 'UPL', 'query.usage_types': '1' }],
  ],
  getGeoLocationsUsingGET: [
    ['Nearest 3 lockers', { 'query.types': 'UPL', 'query.limit': '3' }],
    ['Post offices within 5 km', { 'query.types': 'PO', 'query.radius': '5', 'query.limit': '3' }],
  ],
  // The shortest of the lists.
  getPointsByTypeUsingGET: [['Delivery centres', { 'path.points_type': 'DC' }]],
  getBillerMetadaba: [
    ['Water bills', { 'query.billType': 'WATER' }],
    ['All billers', {}],
  ],
  validateBill: [
    ['Reference only', {}],
    ['Whole payment', { 'body.amount': '12550', 'body.paymentMethod': 'CASH' }],
    [
      'Sandbox: wrong check digit',
      { 'body.billerCode': 'WPTEST-CHECK-DIGIT', 'body.reference': '12345678901' },
    ],
  ],
};
