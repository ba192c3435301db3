import {
  lookAtLazy,
  lookAtList,
  lookAtObject,
  lookAtRecord,
  lookAtTuple,
  lookThrough,
} from './composed-looks.ts';
import { isFields } from './fields.ts';
import { isBoolean, isDateTime, isFiniteNumber, isInt32, isText, lookFor } from './looks.ts';
import { callOf, onDemandSchema } from './on-demand-schema.ts';
import { asZodTakes, judgedByZod, type LoadZod, type Look, type LookingParts } from './schema-parts.ts';
import { objectOf } from './schema-steps.ts';
import type { WholeZod } from './whole-zod.ts';

type Maker = (...given: readonly unknown[]) => object;

/** Names of zod's functions that create schemas. */
type MakerName = Exclude<keyof WholeZod, 'core' | 'prettifyError' | 'ZodError'>;

const passing = (look: Look): LookingParts => ({ look });

/**
 * Creates a look at an enumeration or literal, given as a list or alone. An enumeration given as an object is left to
 * zod.
 */
const lookForValues = (given: unknown): LookingParts => {
  if (isFields(given) && !Array.isArray(given)) return judgedByZod;
  const values: ReadonlySet<unknown> = new Set(Array.isArray(given) ? given : [given]);
  return { look: lookFor((value) => values.has(value)), names: values };
};

/**
 * Creates a stand-in for zod that loads it only to judge values that are not known to be valid. Schemas are used as
 * zod's own; nearly all input is valid, and then zod is never loaded.
 */
export const zodOnDemand = (load: LoadZod) => {
  /** Creates a schema by a function of zod and its arguments. */
  const made =
    (name: MakerName, looking: (...given: readonly unknown[]) => LookingParts): Maker =>
    (...given) =>
      onDemandSchema(looking(...given), () => callOf(load(), name)(...given.map(asZodTakes)));
  const judged = (name: MakerName) => made(name, () => judgedByZod);
  const plain = (name: MakerName, passes: (value: unknown) => boolean) =>
    made(name, () => passing(lookFor(passes)));

  return {
    array: made('array', (item) => passing(lookAtList(item))),
    boolean: plain('boolean', isBoolean),
    discriminatedUnion: judged('discriminatedUnion'),
    enum: made('enum', lookForValues),
    instanceof: judged('instanceof'),
    int: plain('int', Number.isSafeInteger),
    int32: plain('int32', isInt32),
    lazy: (content: () => unknown) =>
      onDemandSchema(lookAtLazy(content), () => callOf(load(), 'lazy')(() => asZodTakes(content()))),
    literal: made('literal', lookForValues),
    looseObject: judged('looseObject'),
    never: judged('never'),
    number: plain('number', isFiniteNumber),
    object: made('object', (fields) => (isFields(fields) ? objectOf(fields) : judgedByZod)),
    partialRecord: made('partialRecord', (names, values) => passing(lookAtRecord(names, values, true))),
    record: made('record', (names, values) => passing(lookAtRecord(names, values))),
    strictObject: made('strictObject', (fields) =>
      isFields(fields) ? passing(lookAtObject(fields, true)) : judgedByZod,
    ),
    string: made('string', () => ({ look: lookFor(isText), names: 'any' })),
    stringbool: judged('stringbool'),
    transform: made('transform', (change) => ({ look: lookThrough(change), absence: 'optional' })),
    tuple: made('tuple', (items, rest) => (rest === undefined ? passing(lookAtTuple(items)) : judgedByZod)),
    union: judged('union'),
    unknown: plain('unknown', () => true),
    uuid: judged('uuid'),
    coerce: {
      date: (...given: readonly unknown[]) =>
        onDemandSchema(judgedByZod, () => callOf(load().coerce, 'date')(...given)),
    },
    iso: {
      datetime: (...given: readonly unknown[]) =>
        onDemandSchema(given.length === 0 ? passing(lookFor(isDateTime)) : judgedByZod, () =>
          callOf(load().iso, 'datetime')(...given),
        ),
    },
  } satisfies Readonly<Record<MakerName, unknown>>;
};
