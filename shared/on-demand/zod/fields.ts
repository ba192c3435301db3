/** Members of an object, by name. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Whether the value is a plain object, not an instance of a class. */
export const isPlainObject = (value: unknown): value is Fields => {
  if (!isFields(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};
