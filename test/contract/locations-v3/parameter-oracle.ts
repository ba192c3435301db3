import * as fc from 'fast-check';
import { evenlyBetween } from '../../support/load/evenly-between.ts';

/** A parameter of getWorkCentres, values that provoke it, and whether the contract takes one of them. */
export interface FuzzedParameter {
  readonly name: string;
  readonly values: fc.Arbitrary<string>;
  readonly isValid: (value: string) => boolean;
  /** Parameters to send along, for those that come in pairs. */
  readonly companions?: string;
}

const isDigits = (text: string) =>
  text !== '' && [...text].every((character) => '0123456789'.includes(character));
const unsigned = (text: string) => (text.startsWith('-') ? text.slice(1) : text);

const isIntegerWithin = (min: number, max: number) => (value: string) =>
  value === '' || (isDigits(unsigned(value)) && BigInt(value) >= min && BigInt(value) <= max);

const isNumberWithin = (min: number, max: number) => (value: string) => {
  if (value === '') return true;
  const [mantissa = '', ...exponents] = unsigned(value).toLowerCase().split('e');
  const [whole = '', ...fractions] = mantissa.split('.');
  const exponent = exponents[0]?.replace(/^[+-]/, '');
  const isDecimal =
    isDigits(whole) &&
    fractions.length <= 1 &&
    fractions.every(isDigits) &&
    exponents.length <= 1 &&
    (exponent === undefined || isDigits(exponent));
  return isDecimal && Number(value) >= min && Number(value) <= max;
};

const withoutBlanks = (text: string) => text.match(/^[ \t]*([\s\S]*?)[ \t]*$/)?.[1] ?? text;

const isListOf = (isItem: (item: string) => boolean) => (value: string) => {
  const items = value.split(',').map(withoutBlanks);
  return withoutBlanks(value) === '' || (items.length <= 100 && !items.includes('') && items.every(isItem));
};

const isText = (item: string) => [...item].length <= 120;
const isType = (item: string) => ['PO', 'UPL', 'R_SPB', 'C_SPB', 'OS', 'DC'].includes(item);

const digits = '0123456789';
const oneOf = (characters: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), maxLength });

const anyText = fc.string({ unit: 'grapheme', maxLength: 12 });
const numberLike = fc.oneof(
  oneOf(digits, 5),
  oneOf(`${digits}+-.eE ,x\n`, 8),
  fc.integer().map(String),
  fc.double().map(String),
  evenlyBetween(-200, 200).map(String),
  fc.constantFrom(
    '',
    'NaN',
    'Infinity',
    '1e400',
    '0x10',
    '٣',
    '０',
    '2147483647',
    '2147483648',
    '1000',
    '1001',
    '-0',
  ),
  anyText,
);
const listLike = fc.oneof(
  fc
    .array(fc.constantFrom('PO', 'UPL', 'R_SPB', 'C_SPB', 'OS', 'DC', 'po', '', ' PO', 'XX'), {
      maxLength: 5,
    })
    .map(String),
  fc.integer({ min: 90, max: 110 }).map((count) => Array(count).fill('PO').join(',')),
  anyText,
);
const textLike = fc.oneof(
  anyText,
  fc.integer({ min: 110, max: 130 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 90, max: 110 }).map((count) => Array(count).fill('x').join(',')),
);

const text = (name: string): FuzzedParameter => ({ name, values: textLike, isValid: isListOf(isText) });

/** All fourteen, each with an oracle that shares no code with the service. */
export const fuzzedParameters: readonly FuzzedParameter[] = [
  { name: 'offset', values: numberLike, isValid: isIntegerWithin(0, 2_147_483_647) },
  { name: 'size', values: numberLike, isValid: isIntegerWithin(0, 100) },
  { name: 'radius', values: numberLike, isValid: isIntegerWithin(0, 1000), companions: 'lat=1&lon=1' },
  // Without a search point it is ignored.
  { name: 'radius', values: numberLike, isValid: () => true, companions: 'lat=&lon=' },
  {
    name: 'lat',
    values: numberLike,
    isValid: (value) => value !== '' && isNumberWithin(-90, 90)(value),
    companions: 'lon=1',
  },
  {
    name: 'lon',
    values: numberLike,
    isValid: (value) => value !== '' && isNumberWithin(-180, 180)(value),
    companions: 'lat=1',
  },
  { name: 'type', values: listLike, isValid: isListOf(isType) },
  {
    name: 'location[addresses.attributes.postcode]',
    values: fc.oneof(oneOf(digits, 5), oneOf(`${digits} \n０a`, 5), anyText),
    isValid: (value) => value === '' || (value.length === 4 && isDigits(value)),
  },
  text('location[addresses.attributes.dpid]'),
  text('attribute[work_centre_id]'),
  text('attribute[access_restriction_code]'),
  text('attribute[location_type_code]'),
  text('attribute[operational_capabilities.id]'),
  text('location[addresses.type]'),
  text('location[addresses.type:all]'),
];
