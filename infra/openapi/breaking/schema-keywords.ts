import { isDeepStrictEqual } from 'node:util';
import type { DescribedSchema, TypeName } from './described-schema.ts';

/** One keyword of a schema that limits values by itself. */
interface LimitingKeyword {
  readonly name: string;
  /** The types whose values it limits; all where absent. */
  readonly types?: readonly TypeName[];
  /** Whether a value may be of `sent` and not of `taken`, as far as the keyword goes. */
  readonly refuses: (sent: DescribedSchema, taken: DescribedSchema) => boolean;
}

type Bound =
  | 'minimum'
  | 'exclusiveMinimum'
  | 'maximum'
  | 'exclusiveMaximum'
  | 'minLength'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'minProperties'
  | 'maxProperties';

const numbers = ['integer', 'number'] as const;

const atLeast = (name: Bound, types: readonly TypeName[]): LimitingKeyword => ({
  name,
  types,
  refuses: (sent, taken) => (taken[name] ?? -Infinity) > (sent[name] ?? -Infinity),
});

const atMost = (name: Bound, types: readonly TypeName[]): LimitingKeyword => ({
  name,
  types,
  refuses: (sent, taken) => (taken[name] ?? Infinity) < (sent[name] ?? Infinity),
});

/** What cannot be compared but for being the same: a limit that is lifted lets everything through. */
const same = (name: 'format' | 'pattern', types: readonly TypeName[]): LimitingKeyword => ({
  name,
  types,
  refuses: (sent, taken) => taken[name] !== undefined && taken[name] !== sent[name],
});

/** The values that a schema lists, if it does. */
const listed = (schema: DescribedSchema) => (schema.const === undefined ? schema.enum : [schema.const]);

const refusesType = (sent: DescribedSchema, taken: DescribedSchema): boolean => {
  if (taken.type === undefined) return false;
  const takes = [taken.type].flat();
  return (
    sent.type === undefined ||
    [sent.type]
      .flat()
      .some((type) => !takes.includes(type) && !(type === 'integer' && takes.includes('number')))
  );
};

const refusesListed = (sent: DescribedSchema, taken: DescribedSchema): boolean => {
  const takes = listed(taken);
  if (takes === undefined) return false;
  return listed(sent)?.every((value) => takes.some((other) => isDeepStrictEqual(value, other))) !== true;
};

const refusesSteps = (sent: DescribedSchema, taken: DescribedSchema): boolean =>
  taken.multipleOf !== undefined &&
  (sent.multipleOf === undefined || !Number.isInteger(sent.multipleOf / taken.multipleOf));

/** Every keyword that limits values by itself; the others hold schemas, or say nothing of values. */
export const limitingKeywords: readonly LimitingKeyword[] = [
  { name: 'type', refuses: refusesType },
  { name: 'enum', refuses: refusesListed },
  same('format', ['string', ...numbers]),
  same('pattern', ['string']),
  atLeast('minLength', ['string']),
  atMost('maxLength', ['string']),
  atLeast('minimum', numbers),
  atLeast('exclusiveMinimum', numbers),
  atMost('maximum', numbers),
  atMost('exclusiveMaximum', numbers),
  { name: 'multipleOf', types: numbers, refuses: refusesSteps },
  atLeast('minItems', ['array']),
  atMost('maxItems', ['array']),
  {
    name: 'uniqueItems',
    types: ['array'],
    refuses: (sent, taken) => taken.uniqueItems === true && sent.uniqueItems !== true,
  },
  atLeast('minProperties', ['object']),
  atMost('maxProperties', ['object']),
];

/** Whether values of a schema may be of one of these types. */
export const mayBe = ({ type }: DescribedSchema, types: readonly TypeName[] | undefined): boolean =>
  type === undefined || types === undefined || [type].flat().some((name) => types.includes(name));

/** What a keyword says, `const` as the list of one. */
export const saidBy = (name: string, schema: DescribedSchema): unknown =>
  name === 'enum' ? listed(schema) : schema[name];
