import { type Fields, isFields } from './fields.ts';
import {
  asZodTakes,
  judgedByZod,
  type LookingParts,
  type SchemaParts,
  unsure,
  withParts,
} from './schema-parts.ts';
import { objectOf, schemaSteps } from './schema-steps.ts';

const madeByStep = (
  from: SchemaParts,
  step: string,
  given: readonly unknown[],
  parts: LookingParts,
): object => onDemandSchema(parts, () => callOf(from.whole(), step)(...given.map(asZodTakes)));

/** Returns a zod method, bound to its object. */
export const callOf = (whole: object, name: string) => {
  const method: unknown = Reflect.get(whole, name);
  if (typeof method !== 'function') throw new TypeError(`zod has no ${name} here`);
  return (...given: readonly unknown[]): unknown => Reflect.apply(method, whole, given);
};

const stepOf = (schema: object, parts: SchemaParts, name: string) => {
  const { fields, content } = parts;
  const taken = (given: readonly unknown[], made: LookingParts) => madeByStep(parts, name, given, made);
  if (name === 'unwrap' && content) return content;
  if (name === 'extend' && fields) {
    return (more: unknown) => taken([more], isFields(more) ? objectOf({ ...fields, ...more }) : judgedByZod);
  }
  if (name === 'partial' && fields) {
    return (...mask: readonly unknown[]) =>
      taken(mask, mask.length === 0 ? objectOf(optionalFields(fields)) : judgedByZod);
  }
  const step = Object.hasOwn(schemaSteps, name) ? schemaSteps[name] : undefined;
  return step && ((...given: readonly unknown[]) => taken(given, step(schema, parts, given)));
};

const optionalFields = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      isFields(field) ? callOf(field, 'optional')() : field,
    ]),
  );

/**
 * Creates a schema that reads values it knows to be valid, and leaves the rest to zod. Other members are zod's own.
 * `make` creates zod's schema, and is called once.
 */
export const onDemandSchema = (looking: LookingParts, make: () => unknown): object => {
  let made: object | undefined;
  const whole = (): object => {
    if (made) return made;
    const schema = make();
    if (typeof schema !== 'object' || schema === null) throw new TypeError('zod made no schema');
    made = schema;
    return schema;
  };
  const parts: SchemaParts = { ...looking, whole };
  const { look } = looking;
  // Once zod has accepted a value that the look could not, more will follow: then zod reads all of them.
  let isZods = false;
  const lookFirst = (value: unknown): unknown => (isZods ? unsure : look(value));
  const methods: Readonly<Record<string, unknown>> = {
    parse: (value: unknown, options?: unknown) => {
      const found = lookFirst(value);
      if (found !== unsure) return found;
      const parsed = callOf(whole(), 'parse')(value, options);
      isZods = true;
      return parsed;
    },
    safeParse: (value: unknown, options?: unknown) => {
      const data = lookFirst(value);
      if (data !== unsure) return { success: true, data };
      const result = callOf(whole(), 'safeParse')(value, options);
      isZods ||= isFields(result) && result.success === true;
      return result;
    },
    shape: looking.fields,
  };
  const schema: object = new Proxy(
    {},
    {
      get: (_target, name) => {
        // `await` probes `then`; a schema must not look like a promise.
        if (typeof name === 'symbol' || name === 'then') return undefined;
        if (name in methods && (name !== 'shape' || looking.fields)) return methods[name];
        const step = stepOf(schema, parts, name);
        if (step) return step;
        const value: unknown = Reflect.get(whole(), name);
        return typeof value === 'function' ? value.bind(whole()) : value;
      },
      has: (_target, name) => name in whole(),
    },
  );
  return withParts(schema, parts);
};
