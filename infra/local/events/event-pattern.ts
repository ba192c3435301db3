import * as z from 'zod';

/** One text, or several of which any may match. */
const texts = z.union([z.string().transform((text) => [text]), z.array(z.string()).min(1)]);

/** What a text is compared with: the operators that Waypost's rules use. Others of EventBridge are rejected. */
const condition = z.union([
  z.string(),
  z.strictObject({ 'anything-but': z.strictObject({ suffix: texts }) }),
]);
type Condition = z.infer<typeof condition>;

/** Fields of an event, each with conditions of which one must hold. `$or` is rejected: no field begins with `$`. */
export interface EventPattern {
  readonly [field: string]: readonly Condition[] | EventPattern;
}

export const eventPattern: z.ZodType<EventPattern> = z.lazy(() =>
  z.record(z.string().regex(/^[^$]/), z.union([z.array(condition).min(1), eventPattern])),
);

const fields = z.record(z.string(), z.unknown());

/** Whether an event has every field of the pattern, with a text that meets one of the field's conditions. */
export const matchesPattern = (pattern: EventPattern, event: unknown): boolean => {
  const { data } = fields.safeParse(event);
  if (data === undefined) return false;
  return Object.entries(pattern).every(([field, expected]) => {
    const value = data[field];
    if (!isConditions(expected)) return matchesPattern(expected, value);
    return typeof value === 'string' && expected.some((each) => holds(each, value));
  });
};

const isConditions = (expected: readonly Condition[] | EventPattern): expected is readonly Condition[] =>
  Array.isArray(expected);

const holds = (condition: Condition, value: string): boolean =>
  typeof condition === 'string'
    ? value === condition
    : !condition['anything-but'].suffix.some((suffix) => value.endsWith(suffix));
