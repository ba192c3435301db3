import * as z from 'zod';

/** One text, or several of which any may match. */
const texts = z.union([z.string().transform((text) => [text]), z.array(z.string()).min(1)]);

const affix = z.union([z.strictObject({ prefix: texts }), z.strictObject({ suffix: texts })]);

/** What a text or boolean is compared with. EventBridge's other operators are rejected. */
const condition = z.union([
  z.string(),
  z.boolean(),
  affix,
  z.strictObject({ 'anything-but': z.union([texts, affix]) }),
]);
type Condition = z.infer<typeof condition>;

/** Fields of an event, each with conditions of which one must hold. `$or` is rejected: no field begins with `$`. */
export interface EventPattern {
  readonly [field: string]: readonly Condition[] | EventPattern;
}

export const eventPattern: z.ZodType<EventPattern> = z.lazy(() =>
  z.record(z.string().regex(/^[^$]/), z.union([z.array(condition).min(1), eventPattern])),
);

/** Whether an event has every field of the pattern, with a text or boolean that meets one of the field's conditions. */
export const matchesPattern = (pattern: EventPattern, event: unknown): boolean => {
  const parsed = z.record(z.string(), z.unknown()).safeParse(event);
  return (
    parsed.success &&
    Object.entries(pattern).every(([field, expected]) => {
      const value = parsed.data[field];
      if (!isConditions(expected)) return matchesPattern(expected, value);
      const isComparable = typeof value === 'string' || typeof value === 'boolean';
      return isComparable && expected.some((each) => holds(each, value));
    })
  );
};

const isConditions = (expected: readonly Condition[] | EventPattern): expected is readonly Condition[] =>
  Array.isArray(expected);

const holds = (condition: Condition, value: string | boolean): boolean => {
  if (typeof condition !== 'object') return value === condition;
  if ('anything-but' in condition) {
    const not = condition['anything-but'];
    return !(Array.isArray(not) ? not.some((each) => each === value) : holds(not, value));
  }
  if (typeof value !== 'string') return false;
  return 'prefix' in condition
    ? condition.prefix.some((prefix) => value.startsWith(prefix))
    : condition.suffix.some((suffix) => value.endsWith(suffix));
};
