/** Returns a member of a value parsed from JSON; undefined if the value is not an object or has no such member. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;

export const textOf = (value: unknown, name: string): string | undefined => {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
};

export const numberOf = (value: unknown, name: string): number | undefined => {
  const member = memberOf(value, name);
  return typeof member === 'number' ? member : undefined;
};
