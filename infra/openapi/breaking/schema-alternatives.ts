import { isDeepStrictEqual } from 'node:util';
import type { DescribedSchema } from './described-schema.ts';

/** Keywords that say something of what others beside them name: they cannot be moved to another schema's. */
const lookAround = ['additionalProperties', 'items'] as const;

const sharedNames = (one: object, other: object): string[] =>
  Object.keys(one).filter((name) => Object.hasOwn(other, name));

const differIn = (name: string, one: Readonly<Record<string, unknown>>, other: typeof one): boolean =>
  !isDeepStrictEqual(one[name], other[name]);

const agree = (one: DescribedSchema, other: DescribedSchema): boolean =>
  !lookAround.some((name) => one[name] !== undefined || other[name] !== undefined) &&
  !sharedNames(one, other).some(
    (name) => !['properties', 'required'].includes(name) && differIn(name, one, other),
  ) &&
  !sharedNames(one.properties ?? {}, other.properties ?? {}).some((name) =>
    differIn(name, one.properties ?? {}, other.properties ?? {}),
  );

/** Of two that must both be satisfied; what cannot be made one stays under `allOf`. */
const both = (one: DescribedSchema, other: DescribedSchema): DescribedSchema => {
  if (Object.keys(one).length === 0) return other;
  if (Object.keys(other).length === 0) return one;
  if (!agree(one, other)) return { ...one, allOf: [...(one.allOf ?? []), other] };
  return {
    ...one,
    ...other,
    ...((one.properties || other.properties) && { properties: { ...one.properties, ...other.properties } }),
    ...((one.required || other.required) && {
      required: [...new Set([...(one.required ?? []), ...(other.required ?? [])])],
    }),
  };
};

/** A schema whose parts under `allOf` are its own, where they can be. */
const whole = ({ allOf = [], ...schema }: DescribedSchema): DescribedSchema =>
  allOf.map(whole).reduce(both, schema);

/**
 * The schemas of which a value satisfies one: those of `anyOf` and `oneOf`, and one for each type. That a value must
 * satisfy no second one of `oneOf` is left out: they are told apart by a member.
 */
export const alternativesOf = (schema: DescribedSchema): readonly DescribedSchema[] => {
  const { anyOf, oneOf, ...common } = whole(schema);
  const options = anyOf ?? oneOf;
  if (options !== undefined) {
    // Of a schema that has both, the second goes on limiting each alternative of the first.
    const rest = anyOf && oneOf ? { ...common, oneOf } : common;
    return options.flatMap((option) => alternativesOf(both(rest, whole(option))));
  }
  return Array.isArray(common.type) ? common.type.map((type) => ({ ...common, type })) : [common];
};
