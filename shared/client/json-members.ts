/** A member of what was parsed from JSON; undefined where it is no object, or has none of the name. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;

/** A member that is text; undefined where there is none. */
export const textOf = (value: unknown, name: string): string | undefined => {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
};

/** A member that is a number; undefined where there is none. */
export const numberOf = (value: unknown, name: string): number | undefined => {
  const member = memberOf(value, name);
  return typeof member === 'number' ? member : undefined;
};
