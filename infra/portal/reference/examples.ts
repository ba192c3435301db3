import { idempotencyHeader, keyPlaceholder, sampleIdempotencyKey } from '../samples/idempotency-key.ts';
import type { ReferenceOperation } from './operations.ts';

/** Example request, which fills in an operation's whole form. */
export interface NamedExample {
  readonly name: string;
  /** Values by field, such as `query.size`. */
  readonly values: Readonly<Record<string, string>>;
}

const keyField = `header.${idempotencyHeader}`;

/**
 * Returns an operation's examples. The first one is the form's initial content. Examples have small responses, and
 * values that a postal network in Australia is likely to have. Throws if an example names an unknown field.
 */
export const examplesOf = ({ operationId, parameters }: ReferenceOperation): readonly NamedExample[] => {
  const required = parameters.filter((parameter) => parameter.required);
  const values = Object.fromEntries(required.map((each) => [fieldName(each), each.example ?? '']));
  const fields = parameters.map(fieldName);
  return Object.entries(examples[operationId] ?? { Example: '' }).map(([name, text]) => {
    const further = [...new URLSearchParams(text)].map(([field, value]): [string, string] => [
      /^(path|header|body)\./.test(field) ? field : `query.${field}`,
      value,
    ]);
    const unknown = further.find(([field]) => !fields.includes(field));
    if (unknown) throw new Error(`the example "${name}" has an unknown field ${unknown[0]}`);
    const all = { ...values, ...Object.fromEntries(further) };
    const key = all[keyField] === keyPlaceholder && { [keyField]: sampleIdempotencyKey(JSON.stringify(all)) };
    return { name, values: { ...all, ...key } };
  });
};

export const fieldName = (parameter: { readonly in: string; readonly name: string }): string =>
  `${parameter.in}.${parameter.name}`;

/** Examples by operation and name. Required parameters that are not listed have their documented example values. */
const examples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getWorkCentres: {
    'Nearest 3 lockers': 'near=3000&type=UPL&size=3',
    'Post offices in 3000': 'location[addresses.attributes.postcode]=3000&type=PO&size=3',
    'Open now, names and hours only': 'near=3000&open_at=now&size=3&fields=attributes.business_name,opening',
    'By name or address': 'q=collins st&size=3&fields=attributes,location',
    'Places on a map': 'bbox=144.9,-37.9,145.1,-37.7&type=PO&size=3&header.accept=application/geo%2Bjson',
    'Only the count': 'size=0',
  },
  getWorkCentreByID: {
    Everything: '',
    'Opening hours now': 'fields=attributes.business_name,opening',
    'Does my parcel fit?': 'fields=parcel_limits&parcel=640x410x380,20000',
  },
  exportWorkCentres: {
    'Link to the whole network': 'redirect=false',
    'Link to the CSV file': 'redirect=false&format=csv',
    'Link to the list of files': 'redirect=false&format=files',
  },
  getOperationalCapabilities: { 'First 3': 'size=3', 'Only the count': 'size=0' },
  getPlaces: { Suburbs: 'q=melb&size=3', Postcodes: 'q=30&size=3' },
  getGeoLocationsByPostCodeUsingGET: {
    'Post offices in 3000': 'types=PO',
    'Lockers in 3000 that anyone can use': 'types=UPL&usage_types=1',
  },
  getGeoLocationsUsingGET: {
    'Nearest 3 lockers': 'types=UPL&limit=3',
    'Post offices within 5 km': 'types=PO&radius=5&limit=3',
  },
  // Delivery centres, because they have the shortest list.
  getPointsByTypeUsingGET: { 'Delivery centres': 'path.points_type=DC' },
  // A new key for each visit: see try-it.ts.
  enquiry: { 'A payment': 'header.idempotency-key={key}' },
  getBillerMetadaba: { 'Water bills': 'billType=WATER', 'All billers': '' },
  validateBill: {
    'Reference only': '',
    'Whole payment': 'body.amount=12550&body.paymentMethod=CASH',
    'Sandbox: wrong check digit': 'body.billerCode=WPTEST-CHECK-DIGIT&body.reference=12345678901',
  },
};
