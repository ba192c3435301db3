import { type Fields, isPlainObject } from './fields.ts';
import { isText } from './looks.ts';
import { type Look, type LookingParts, lookingPartsOf, unsure } from './schema-parts.ts';

/** What an object has of a field: `unsure`, or whether it is there, and as what. */
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

/** Objects of these fields. Of others it says nothing where the schema is strict, and leaves them out where it is not. */
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

/** Lists of such items. */
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

/** Lists of as many items as there are schemas. Items that are absent zod alone reads. */
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

/** Values by name. Names that are an enumeration must all be there, unless the record is partial. */
export const lookAtRecord = (names: unknown, values: unknown, isPartial = false): Look => {
  const { look: lookAtName, names: possible } = lookingPartsOf(names);
  const { look } = lookingPartsOf(values);
  if (possible === undefined) return () => unsure;
  const known = isPartial || possible === 'any' ? undefined : possible;
  return (value) => {
    if (!isPlainObject(value)) return unsure;
    const given = Reflect.ownKeys(value);
    if (known && given.length !== known.size) return unsure;
    // In the order that zod gives them.
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

/** What a lazy schema is of, which is looked for when it is first needed. */
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
 * What a function of the schema's owner makes of a value, unless it has anything to say against it or puts another in
 * its place. It must be pure: where somebody else is unsure of the whole, zod calls it again.
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
