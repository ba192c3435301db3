import * as z from 'zod/mini';

const optionalParameter = z.looseObject({
  in: z.enum(['query', 'header']),
  required: z.optional(z.literal(false)),
  example: z.optional(z.unknown()),
  examples: z.optional(z.record(z.string(), z.looseObject({}))),
});

/**
 * The document with every optional parameter left out of a request until the visitor ticks it: Scalar would send the
 * examples of all filters at once, which nothing fits. `x-disabled` is Scalar's own word for it.
 */
export const untickedParameters = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(untickedParameters);
  if (typeof part !== 'object' || part === null) return part;
  const parameter = optionalParameter.safeParse(part);
  if (parameter.success) {
    const { example: single, examples = { default: { value: single } }, ...others } = parameter.data;
    const unticked = Object.entries(examples).map(([name, example]) => [
      name,
      { ...example, 'x-disabled': true },
    ]);
    return { ...others, examples: Object.fromEntries(unticked) };
  }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, untickedParameters(value)]));
};
