/** The members that an object of a line may have. */
export interface KnownMembers {
  /** What stands before the name of a member where it is told of: `addresses[].`; empty for those of the line. */
  readonly prefix: string;
  /** By name; what is within those that are objects, or lists of them, and null for all others. */
  readonly members: ReadonlyMap<string, KnownMembers | null>;
}

/** Whether it has members: an object or a list. */
export const hasMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Goes by what zod says of a schema, not by its classes: in functions another module stands in for those. */
const within = (schema: unknown, path: string): KnownMembers | null => {
  const definition = hasMembers(schema) ? schema.def : undefined;
  if (!hasMembers(definition)) return null;
  switch (definition.type) {
    case 'pipe':
      return within(definition.in, path);
    case 'optional':
    case 'nullable':
      return within(definition.innerType, path);
    case 'array':
      return within(definition.element, `${path}[]`);
    case 'tuple':
      // Of lists with at least one item: each is alike.
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

/** What a schema of zod's reads of a line before it makes a record of it: all other members it drops. */
export const knownMembers = (schema: object): KnownMembers => {
  const known = within(schema, '');
  if (!known) throw new TypeError('a line is an object');
  return known;
};
