import * as z from 'zod';

/** The members that an object of a line may have. */
export interface KnownMembers {
  /** What stands before the name of a member where it is told of: `addresses[].`; empty for those of the line. */
  readonly prefix: string;
  /** By name; what is within those that are objects, or lists of them, and null for all others. */
  readonly members: ReadonlyMap<string, KnownMembers | null>;
}

const within = (schema: z.core.$ZodType, path: string): KnownMembers | null => {
  if (schema instanceof z.ZodPipe) return within(schema.in, path);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return within(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return within(schema.element, `${path}[]`);
  if (schema instanceof z.ZodTuple) {
    const [item = schema.def.rest] = schema.def.items;
    return item ? within(item, `${path}[]`) : null;
  }
  if (!(schema instanceof z.ZodObject)) return null;
  const prefix = path === '' ? '' : `${path}.`;
  const members = Object.entries<z.core.$ZodType>(schema.shape).map(
    ([name, member]) => [name, within(member, `${prefix}${name}`)] as const,
  );
  return { prefix, members: new Map(members) };
};

/** What a schema reads of a line before it makes a record of it: all other members it drops. */
export const knownMembers = (schema: z.ZodType): KnownMembers => {
  const known = within(schema, '');
  if (!known) throw new TypeError('a line is an object');
  return known;
};
