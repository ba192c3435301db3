import { lookAtList, lookAtObject, lookThrough } from './composed-looks.ts';
import { type Fields, isFields } from './fields.ts';
import { andThen, hasLength, isAtLeast, isAtMost, isText, lookFor, matches } from './looks.ts';
import { judgedByZod, type Look, type LookingParts, lookingPartsOf, unsure } from './schema-parts.ts';

/** What a step makes of a schema, such as `.optional()`. */
type Step = (schema: unknown, from: LookingParts, given: readonly unknown[]) => LookingParts;

/** The same schema with one look more. Of an object that is checked as a whole, zod alone makes another. */
const alsoBy = ({ look, absence, isLeftOut, names }: LookingParts, next: Look): LookingParts => ({
  look: andThen(look, next),
  absence,
  isLeftOut,
  names,
});

/** The same schema of fewer values. */
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

/** Zod copies such a substitute for each who gets it. */
const isShared = (value: unknown): boolean => typeof value === 'object' || typeof value === 'function';

const withSubstitute: Step = (_schema, { look }, [substitute]) => {
  if (isShared(substitute)) return { ...judgedByZod, absence: 'defaulted' };
  const substituted: Look = (value) => {
    const found = value === undefined ? undefined : look(value);
    return found === undefined ? substitute : found;
  };
  return { look: substituted, absence: 'defaulted' };
};

/** An object of these fields that says nothing of others. */
export const objectOf = (fields: Fields): LookingParts => ({
  look: lookAtObject(fields, false),
  fields,
});

/** Whether a refinement of what is good so far is left out, as its options may say. */
const isLeftUnrefined = (value: unknown, options: unknown): boolean => {
  const when = isFields(options) ? options.when : undefined;
  return typeof when === 'function' && !Reflect.apply(when, undefined, [{ value, issues: [] }]);
};

/** What is good and passes a refinement. */
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

/** Steps by their names, as zod has them. Of all others zod is asked at once. */
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
