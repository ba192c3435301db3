import { lookAtLazy, lookAtList, lookAtObject, lookAtRecord, lookThrough } from './composed-looks.ts';
import { isBoolean, isDateTime, isFiniteNumber, isInt32, isText, lookFor } from './looks.ts';
import { callOf, onDemandSchema } from './on-demand-schema.ts';
import { asZodTakes, type LoadZod, type Look, type LookingParts, unsure } from './schema-parts.ts';
import { isFields, objectOf } from './schema-steps.ts';

type Maker = (...given: readonly unknown[]) => object;

const passing = (look: Look): LookingParts => ({ look });
const judgedByZod = passing(() => unsure);

/** Of an enumeration or a literal that is given as a list, or alone. An object's values zod alone reads. */
const lookForValues = (given: unknown): LookingParts => {
  if (isFields(given) && !Array.isArray(given)) return judgedByZod;
  const values: ReadonlySet<unknown> = new Set(Array.isArray(given) ? given : [given]);
  return { look: lookFor((value) => values.has(value)), values };
};

/**
 * Zod as functions use it, loaded when there is something to judge: what is refused, or is not known to be good. The
 * schemas are used as zod's own; nearly all that a function is given is good, and then zod is never needed.
 */
export const zodOnDemand = (load: LoadZod) => {
  /** A schema that zod makes by this function, of what it is given. */
  const made =
    (name: string, looking: (...given: readonly unknown[]) => LookingParts): Maker =>
    (...given) =>
      onDemandSchema(looking(...given), () => callOf(load(), name)(...given.map(asZodTakes)));
  const judged = (name: string) => made(name, () => judgedByZod);
  const plain = (name: string, passes: (value: unknown) => boolean) =>
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
    partialRecord: judged('partialRecord'),
    record: made('record', (names, values) => passing(lookAtRecord(names, values))),
    strictObject: made('strictObject', (fields) =>
      isFields(fields) ? passing(lookAtObject(fields, true)) : judgedByZod,
    ),
    string: plain('string', isText),
    stringbool: judged('stringbool'),
    transform: made('transform', (change) => ({ look: lookThrough(change), absence: 'optional' })),
    tuple: judged('tuple'),
    union: judged('union'),
    unknown: plain('unknown', () => true),
    uuid: judged('uuid'),
    coerce: { date: () => onDemandSchema(judgedByZod, () => load().coerce.date()) },
    iso: { datetime: () => onDemandSchema(passing(lookFor(isDateTime)), () => load().iso.datetime()) },
  };
};
