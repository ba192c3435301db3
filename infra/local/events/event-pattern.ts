import * as z from 'zod';

/** One text, or several of which any will do. */
const texts = z.union([z.string().transform((text) => [text]), z.array(z.string()).min(1)]);

const affixes = [z.strictObject({ prefix: texts }), z.strictObject({ suffix: texts })] as const;

/** What EventBridge compares a text, or yes and no, with. Its other operators are refused. */
const condition = z.union([
  z.string(),
  z.boolean(),
  ...affixes,
  z.strictObject({ 'anything-but': z.union([texts, ...affixes]) }),
]);
type Condition = z.infer<typeof condition>;

/** Fields of an event, each with the conditions of which one must hold. `$or` is refused: no field begins with it. */
export interface EventPattern {
  readonly [field: string]: readonly Condition[] | EventPattern;
}

export const eventPattern: z.ZodType<EventPattern> = z.lazy(() =>
  z.record(z.string().regex(/^[^$]/), z.union([z.array(condition).min(1), eventPattern])),
);

type Affix = Extract<Condition, { prefix: unknown } | { suffix: unknown }>;
type Value = string | boolean;

const holdsOfAffix = (affix: Affix, value: Value): boolean => {
  if (typeof value !== 'string') return false;
  return 'prefix' in affix
    ? affix.prefix.some((prefix) => value.startsWith(prefix))
    : affix.suffix.some((suffix) => value.endsWith(suffix));
};

const holds = (expected: Condition, value: Value): boolean => {
  if (typeof expected === 'string' || typeof expected === 'boolean') return value === expected;
  if (!('anything-but' in expected)) return holdsOfAffix(expected, value);
  const not = expected['anything-but'];
  return !(Array.isArray(not) ? not.some((each) => each === value) : holdsOfAffix(not, value));
};

const isConditions = (expected: readonly Condition[] | EventPattern): expected is readonly Condition[] =>
  Array.isArray(expected);

const isValue = (value: unknown): value is Value => typeof value === 'string' || typeof value === 'boolean';

const fields = z.record(z.string(), z.unknown());

/** Whether an event has every field of the pattern, with a text, or a yes or no, for which one of the field's conditions holds. */
export const matchesPattern = (pattern: EventPattern, event: unknown): boolean => {
  const parsed = fields.safeParse(event);
  return (
    parsed.success &&
    Object.entries(pattern).every(([field, expected]) => {
      const value = parsed.data[field];
      return isConditions(expected)
        ? isValue(value) && expected.some((each) => holds(each, value))
        : matchesPattern(expected, value);
    })
  );
};
