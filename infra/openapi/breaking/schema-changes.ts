import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';

/** Something that clients of the former description may rely on, and that the next one does not keep. */
export interface BreakingChange {
  /** The operation and the place in it, such as `GET /workcentres, answer 200, workcentres[].id`. */
  readonly at: string;
  /** Such as `maximum: 100 became 50`. */
  readonly what: string;
}

/** Two versions of one thing. */
export interface Versions<T> {
  readonly former: T;
  readonly next: T;
}

/** Each name that either has, once, with what it names. */
export const pairsOf = <T>({
  former,
  next,
}: Versions<Readonly<Record<string, T>>>): readonly (readonly [string, Versions<T | undefined>])[] =>
  [...new Set([...Object.keys(former), ...Object.keys(next)])].map((name) => [
    name,
    { former: former[name], next: next[name] },
  ]);

/** What changed, in words: `format: none became "date"`. */
const became = (name: string, { former, next }: Versions<unknown>): string => {
  const shown = (value: unknown) => (value === undefined ? 'none' : JSON.stringify(value));
  return `${name}: ${shown(former)} became ${shown(next)}`;
};

/** Says of each of these members what became of it, unless it stays as it was. */
export const memberDifferences = <Name extends string>(
  { former, next }: Versions<Readonly<Partial<Record<Name, unknown>>>>,
  names: readonly Name[],
  at: string,
): readonly BreakingChange[] =>
  names
    .filter((name) => !isDeepStrictEqual(former[name], next[name]))
    .map((name) => ({ at, what: became(name, { former: former[name], next: next[name] }) }));

const typeName = z.enum(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);
type TypeName = z.output<typeof typeName>;

/**
 * What is compared of a JSON schema (draft 2020-12): the keywords that the documents have. Any other keyword is compared as
 * it stands, and every change of it breaks clients.
 */
export const describedSchema = z.looseObject({
  type: z.union([typeName, z.array(typeName)]).optional(),
  enum: z.array(z.json()).optional(),
  const: z.json().optional(),
  default: z.json().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  minItems: z.int().optional(),
  maxItems: z.int().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), describedSchema).optional();
  },
  get items() {
    return describedSchema.optional();
  },
  get anyOf() {
    return z.array(describedSchema).optional();
  },
});
export type DescribedSchema = z.output<typeof describedSchema>;

/**
 * Two versions of a schema. Clients write values in requests, the service in answers. What clients wrote by the former must
 * be taken by the next, and what the service writes by the next must be taken by clients of the former: one question,
 * asked in both directions.
 */
interface SchemaVersions extends Versions<DescribedSchema> {
  readonly writer: 'client' | 'service';
}

/** The schema that values are written by, and the one that readers go by. */
const sentAndTaken = ({ former, next, writer }: SchemaVersions) =>
  writer === 'client' ? { sent: former, taken: next } : { sent: next, taken: former };

/**
 * What breaks between two versions of a schema: values that were taken and are not, or that come and never came. `at`
 * is the way to it from its body or parameter, empty for these themselves.
 */
export const schemaChanges = (versions: SchemaVersions, at: string): readonly BreakingChange[] => {
  const { former, next, writer } = versions;
  if (isDeepStrictEqual(former, next)) return [];
  const [before, ...othersBefore] = alternativesOf(former);
  const [after, ...othersAfter] = alternativesOf(next);
  return before && after && othersBefore.length + othersAfter.length === 0
    ? alternativeChanges({ former: before, next: after, writer }, at)
    : unionChanges(versions, at);
};

/** By which clients tell one alternative from another. */
const kindOf = ({ type, enum: values, const: value }: DescribedSchema): string =>
  JSON.stringify(type ?? value ?? values ?? 'anything');

/** Of a written alternative against all that readers know: none where one of them takes it. */
const unionChanges = (versions: SchemaVersions, at: string): readonly BreakingChange[] => {
  const { writer } = versions;
  const { sent, taken } = sentAndTaken(versions);
  return alternativesOf(sent).flatMap((one) => {
    const attempts = alternativesOf(taken).map((other) => ({
      isOfItsKind: kindOf(one) === kindOf(other),
      changes: alternativeChanges(
        writer === 'client' ? { former: one, next: other, writer } : { former: other, next: one, writer },
        at,
      ),
    }));
    if (attempts.some(({ changes }) => changes.length === 0)) return [];
    const what = writer === 'client' ? 'is not taken any more' : 'may come, and never did';
    return (
      attempts.find(({ isOfItsKind }) => isOfItsKind)?.changes ?? [{ at, what: `${kindOf(one)} ${what}` }]
    );
  });
};

const alternativeChanges = (versions: SchemaVersions, at: string): readonly BreakingChange[] => {
  const { sent } = sentAndTaken(versions);
  const { former, next, writer } = versions;
  // Whoever left a value out counted on what stands for it.
  const counted = writer === 'client' && former.default !== undefined ? ['default'] : [];
  // Whatever has no rule here breaks clients as far as is known, unless it stays as it was.
  const others = pairsOf<unknown>({ former, next })
    .map(([name]) => name)
    .filter((name) => !comparedElsewhere.has(name) && !name.startsWith('x-'));
  return [
    ...limitChanges(versions, at),
    ...memberDifferences({ former, next }, [...counted, ...others], at),
    ...(mayBe(sent, ['object']) ? objectChanges(versions, at) : []),
    ...(mayBe(sent, ['array'])
      ? schemaChanges({ former: former.items ?? {}, next: next.items ?? {}, writer }, `${at}[]`)
      : []),
  ];
};

const limitChanges = (versions: SchemaVersions, at: string): readonly BreakingChange[] => {
  const { sent, taken } = sentAndTaken(versions);
  return limitingKeywords
    .filter(({ types, refuses }) => mayBe(sent, types) && refuses(sent, taken))
    .map(({ name }) => ({
      at,
      what: became(name, { former: saidBy(name, versions.former), next: saidBy(name, versions.next) }),
    }));
};

/** What is required need not be described. */
const membersOf = ({
  required = [],
  properties,
}: DescribedSchema): Readonly<Record<string, DescribedSchema>> => ({
  ...Object.fromEntries(required.map((name) => [name, {}])),
  ...properties,
});

/** What is new is required of clients or not; of answers they ignore what they do not know. */
const objectChanges = (versions: SchemaVersions, at: string): readonly BreakingChange[] => {
  const { former, next, writer } = versions;
  return pairsOf({ former: membersOf(former), next: membersOf(next) }).flatMap(([name, member]) => {
    const where = at === '' ? name : `${at}.${name}`;
    if (member.next === undefined) return [{ at: where, what: 'is gone' }];
    const required = requiredChange(name, versions);
    return [
      ...(required === undefined ? [] : [{ at: where, what: required }]),
      ...(member.former ? schemaChanges({ former: member.former, next: member.next, writer }, where) : []),
    ];
  });
};

const requiredChange = (name: string, versions: SchemaVersions): string | undefined => {
  const { sent, taken } = sentAndTaken(versions);
  if (!taken.required?.includes(name) || sent.required?.includes(name)) return undefined;
  if (versions.writer === 'service') return 'may now be left out';
  return membersOf(versions.former)[name] ? 'is now required' : 'is new, and required';
};

/** Keywords that say nothing of which values there are. */
const texts = new Set(['title', 'description', 'deprecated', 'example', 'examples']);

/**
 * The schemas of which a value satisfies one: those of `anyOf`, and one for each type. A schema that says something by the
 * same keyword as its alternatives is not taken apart.
 */
const alternativesOf = (schema: DescribedSchema): readonly DescribedSchema[] => {
  const { anyOf, ...common } = schema;
  if (anyOf) {
    const isApart = (name: string) => texts.has(name) || !Object.hasOwn(common, name);
    return anyOf.every((option) => Object.keys(option).every(isApart))
      ? anyOf.flatMap((option) => alternativesOf({ ...common, ...option }))
      : [schema];
  }
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema];
};

/** One keyword of a schema that limits values by itself. */
interface LimitingKeyword {
  readonly name: string;
  /** The types whose values it limits; all where absent. */
  readonly types?: readonly TypeName[];
  /** Whether a value may be of `sent` and not of `taken`, as far as the keyword goes. */
  readonly refuses: (sent: DescribedSchema, taken: DescribedSchema) => boolean;
}

type Bound = 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems';

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

/** Every keyword that limits values by itself; the others hold schemas, or say nothing of values. */
const limitingKeywords: readonly LimitingKeyword[] = [
  { name: 'type', refuses: refusesType },
  { name: 'enum', refuses: refusesListed },
  same('format', ['string', ...numbers]),
  same('pattern', ['string']),
  atLeast('minLength', ['string']),
  atMost('maxLength', ['string']),
  atLeast('minimum', numbers),
  atMost('maximum', numbers),
  atLeast('minItems', ['array']),
  atMost('maxItems', ['array']),
];

/** Whether values of a schema may be of one of these types. */
const mayBe = ({ type }: DescribedSchema, types: readonly TypeName[] | undefined): boolean =>
  type === undefined || types === undefined || [type].flat().some((name) => types.includes(name));

/** What a keyword says, `const` as the list of one. */
const saidBy = (name: string, schema: DescribedSchema): unknown =>
  name === 'enum' ? listed(schema) : schema[name];

/** Keywords that have no changes of their own: texts, and those that have rules. */
const comparedElsewhere = new Set([
  ...texts,
  'const',
  'default',
  'properties',
  'required',
  'items',
  ...limitingKeywords.map(({ name }) => name),
]);
