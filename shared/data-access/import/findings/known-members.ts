/** Members that an object of a line may have. */
export interface KnownMembers {
  /** Prefix of a member's name in messages: `addresses[].`; empty for members of the line itself. */
  readonly prefix: string;
  /** Members by name, with the members of nested objects or of objects in lists; null for other values. */
  readonly members: ReadonlyMap<string, KnownMembers | null>;
}

/** Whether the value is an object or a list. */
export const hasMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const within = (schema: unknown, path: string): KnownMembers | null => {
  const definition = hasMembers(schema) ? schema.def : undefined;
  if (!hasMembers(definition)) return null;
  switch (definition.type) {
    case 'pipe':
      // A list may have its length checked before its items are read.
      return within(definition.in, path) ?? within(definition.out, path);
    case 'optional':
    case 'nullable':
      return within(definition.innerType, path);
    case 'array':
      return within(definition.element, `${path}[]`);
    case 'tuple':
      // A non-empty list: all items have the same type.
      return within(definition.rest, `${path}[]`);
    case 'object':
      return ofObject(definition.shape, path === '' ? '' : `${path}.`);
    default:
      return null;
  }
};

const ofObject = (shape: unknown, prefix: string): KnownMembers => {
  const members = Object.entries(hasMembers(shape) ? shape : {}).map(
    ([name, member]) => [name, within(member, `${prefix}${name}`)] as const,
  );
  return { prefix, members: new Map(members) };
};

/** Returns the members of a line that a zod schema reads; it drops all others. */
export const knownMembers = (schema: object): KnownMembers => {
  const known = within(schema, '');
  if (!known) throw new TypeError('a line is an object');
  return known;
};
