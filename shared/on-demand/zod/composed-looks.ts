import { type Fields, isPlainObject } from './fields.ts';
import { isText } from './looks.ts';
import { type Look, type LookingParts, lookingPartsOf, unsure } from './schema-parts.ts';

/** Creates a look at one field, which copies what zod would keep of it; it returns false if unsure. */
const fieldLook = (name: string, schema: unknown) => {
  const { look, absence, isLeftOut = false } = lookingPartsOf(schema);
  return (from: Fields, into: Record<string, unknown>): boolean => {
    const isThere = name in from;
    if (!isThere && absence === undefined) return false;
    if (!isThere && absence === 'optional' && isLeftOut) return true;
    const found = look(from[name]);
    if (found === unsure) return false;
    if (found !== undefined || isThere || (absence === 'defaulted' && !isLeftOut)) into[name] = found;
    return true;
  };
};

/** Creates a look at objects with these fields. Unknown fields make a strict schema unsure; other schemas omit them. */
export const lookAtObject = (fields: Fields, isStrict: boolean): Look => {
  const names = new Set(Object.keys(fields));
  const looks = Object.entries(fields).map(([name, schema]) => fieldLook(name, schema));
  if (names.has('__proto__')) return () => unsure;
  return (value) => {
    if (!isPlainObject(value)) return unsure;
    const found: Record<string, unknown> = {};
    for (const look of looks) if (!look(value, found)) return unsure;
    if (isStrict) for (const name in value) if (!names.has(name)) return unsure;
    return found;
  };
};

/** Creates a look at lists of such items. */
export const lookAtList = (item: unknown): Look => {
  const { look } = lookingPartsOf(item);
  return (value) => {
    if (!Array.isArray(value)) return unsure;
    const found: unknown[] = [];
    for (let index = 0; index < value.length; index++) {
      const each = look(value[index]);
      if (each === unsure) return unsure;
      found.push(each);
    }
    return found;
  };
};

/** Creates a look at tuples. Tuples with absent items are left to zod. */
export const lookAtTuple = (items: unknown): Look => {
  if (!Array.isArray(items)) return () => unsure;
  const looks = items.map((item) => lookingPartsOf(item).look);
  return (value) => {
    if (!Array.isArray(value) || value.length !== looks.length) return unsure;
    const found: unknown[] = [];
    for (const [index, look] of looks.entries()) {
      const each = look(value[index]);
      if (each === unsure || each === undefined) return unsure;
      found.push(each);
    }
    return found;
  };
};

const isEnumerable = (name: string, of: Fields): boolean =>
  Object.prototype.propertyIsEnumerable.call(of, name);

/** Creates a look at records. Names of an enumeration must all be present, unless the record is partial. */
export const lookAtRecord = (names: unknown, values: unknown, isPartial = false): Look => {
  const { look: lookAtName, names: possible } = lookingPartsOf(names);
  const { look } = lookingPartsOf(values);
  if (possible === undefined) return () => unsure;
  const known = isPartial || possible === 'any' ? undefined : possible;
  return (value) => {
    if (!isPlainObject(value)) return unsure;
    const given = Reflect.ownKeys(value);
    if (known && given.length !== known.size) return unsure;
    // In zod's order.
    const wanted = known ?? given;
    const found: Record<string, unknown> = {};
    for (const name of wanted) {
      if (!isText(name) || name === '__proto__' || !isEnumerable(name, value)) return unsure;
      if (lookAtName(name) !== name) return unsure;
      const each = look(value[name]);
      if (each === unsure) return unsure;
      found[name] = each;
    }
    return found;
  };
};

/** Creates a look at the content of a lazy schema, resolved on first use. */
export const lookAtLazy = (content: () => unknown): LookingParts => {
  let look: Look | undefined;
  return {
    look: (value) => {
      look ??= lookingPartsOf(content()).look;
      return look(value);
    },
    content,
  };
};

/**
 * Creates a look through a refinement or transform of the schema's owner; unsure if it adds an issue or replaces the
 * value. The function must be pure: zod calls it again if another part is unsure.
 */
export const lookThrough =
  (owner: unknown): Look =>
  (value) => {
    if (typeof owner !== 'function') return unsure;
    const issues: unknown[] = [];
    const context = { value, issues, addIssue: (issue: unknown) => issues.push(issue) };
    const made: unknown = Reflect.apply(owner, undefined, [value, context]);
    const isGood = issues.length === 0 && Object.is(context.value, value) && !(made instanceof Promise);
    return isGood ? made : unsure;
  };
