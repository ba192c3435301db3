import { lookAtList, lookAtObject, lookThrough } from './composed-looks.ts';
import { type Fields, isFields } from './fields.ts';
import { andThen, hasLength, isAtLeast, isAtMost, isText, lookFor, matches } from './looks.ts';
import { judgedByZod, type Look, type LookingParts, lookingPartsOf, unsure } from './schema-parts.ts';

/** Effect of a step such as `.optional()` on a schema. */
type Step = (schema: unknown, from: LookingParts, given: readonly unknown[]) => LookingParts;

/** Adds a look to a schema. Further steps of an object are then left to zod, as it is checked as a whole. */
const alsoBy = ({ look, absence, isLeftOut, names }: LookingParts, next: Look): LookingParts => ({
  look: andThen(look, next),
  absence,
  isLeftOut,
  names,
});

/** Creates a step that adds a check. */
const checked =
  (checkOf: (given: unknown) => (value: unknown) => boolean): Step =>
  (_schema, from, [given]) =>
    alsoBy(from, lookFor(checkOf(given)));

const orAbsent = ({ look, absence }: LookingParts): LookingParts => ({
  look: absence === 'defaulted' ? look : (value) => (value === undefined ? undefined : look(value)),
  absence: absence ?? 'optional',
  isLeftOut: true,
});

const orNull = ({ look, absence, isLeftOut }: LookingParts): LookingParts => ({
  look: (value) => (value === null ? null : look(value)),
  absence,
  isLeftOut,
});

/** Whether a default is an object or function, which zod copies for each use. */
const isShared = (value: unknown): boolean => typeof value === 'object' || typeof value === 'function';

const withSubstitute: Step = (_schema, { look }, [substitute]) => {
  if (isShared(substitute)) return { ...judgedByZod, absence: 'defaulted' };
  const substituted: Look = (value) => {
    const found = value === undefined ? undefined : look(value);
    return found === undefined ? substitute : found;
  };
  return { look: substituted, absence: 'defaulted' };
};

/** Creates the parts of an object that ignores unknown fields. */
export const objectOf = (fields: Fields): LookingParts => ({
  look: lookAtObject(fields, false),
  fields,
});

/** Whether the options of a refinement skip it for this value. */
const isLeftUnrefined = (value: unknown, options: unknown): boolean => {
  const when = isFields(options) ? options.when : undefined;
  return typeof when === 'function' && !Reflect.apply(when, undefined, [{ value, issues: [] }]);
};

/** Creates a step that adds a refinement. */
const refined =
  (passesBy: (refine: unknown) => (value: unknown) => boolean): Step =>
  (_schema, from, [refine, options]) => {
    const passes = passesBy(refine);
    return alsoBy(
      from,
      lookFor((value) => isLeftUnrefined(value, options) || passes(value)),
    );
  };

const isTrueOf = (refine: unknown) => (value: unknown) => {
  const verdict: unknown = typeof refine === 'function' && Reflect.apply(refine, undefined, [value]);
  return Boolean(verdict) && !(verdict instanceof Promise);
};

const hasNoIssue = (refine: unknown) => {
  const look = lookThrough(refine);
  return (value: unknown) => look(value) !== unsure;
};

/** Steps by zod's names; all others load zod at once. */
export const schemaSteps: Readonly<Record<string, Step>> = {
  array: (schema) => ({ look: lookAtList(schema) }),
  default: withSubstitute,
  describe: (_schema, from) => from,
  length: checked(hasLength),
  max: checked(isAtMost),
  meta: (_schema, from) => from,
  min: checked(isAtLeast),
  nullable: (_schema, from) => orNull(from),
  nullish: (_schema, from) => orAbsent(orNull(from)),
  optional: (_schema, from) => orAbsent(from),
  or: () => judgedByZod,
  pipe: (_schema, { look, absence }, [next]) => {
    const { look: lookAtNext, isLeftOut } = lookingPartsOf(next);
    return { look: andThen(look, lookAtNext), absence, isLeftOut };
  },
  positive: checked(() => (value) => typeof value === 'number' && value > 0),
  refine: refined(isTrueOf),
  regex: checked(matches),
  superRefine: refined(hasNoIssue),
  transform: (_schema, { look, absence }, [change]) => ({
    look: andThen(look, lookThrough(change)),
    absence,
  }),
  trim: (_schema, from) => alsoBy(from, (value) => (isText(value) ? value.trim() : unsure)),
};
