import * as z from 'zod';
import { jsonText } from '../../../shared/data-access/settings.ts';

/** A resource in a template. Its intrinsic functions are resolved. */
export interface ResolvedResource {
  readonly logicalId: string;
  /** Value to which `Ref` resolves. */
  readonly name: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The template uses something that this machine does not support. */
export class UnsupportedTemplate extends Error {
  override readonly name = 'UnsupportedTemplate';
}

/** Parses the properties of all resources of a type, and adds their names. Throws UnsupportedTemplate. */
export const readAll = <T extends object>(
  resources: readonly ResolvedResource[],
  type: string,
  schema: z.ZodType<T>,
): readonly (T & { readonly name: string })[] =>
  resources
    .filter((resource) => resource.type === type)
    .map(({ logicalId, name, properties }) => {
      const parsed = schema.safeParse(properties);
      if (parsed.success) return { ...parsed.data, name };
      throw new UnsupportedTemplate(`${logicalId} (${type}): ${z.prettifyError(parsed.error)}`);
    });

/** Element type of the result of `readAll`. */
export type Read<Schema extends z.ZodType> = z.output<Schema> & { readonly name: string };

/** Makes optional all members that may be undefined. */
type Loose<T> = {
  readonly [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  readonly [Key in keyof T as undefined extends T[Key] ? Key : never]?: T[Key];
};

/**
 * Schema that converts a resource's properties to an object with our own names. Each member has the path of a property
 * in the template, such as `Target.Input`, and the schema of its value. The paths in `unsupported` must be absent or
 * off, or have the given value.
 */
export const renamed = <const Members extends Readonly<Record<string, readonly [string, z.ZodType]>>>(
  members: Members,
  unsupported: readonly (string | readonly [path: string, except: string | boolean])[] = [],
) =>
  z.any().transform((properties: unknown, context) => {
    const read = (path: string, schema: z.ZodType): unknown => {
      const keys = path.split('.');
      const { data, error } = schema.safeParse(
        keys.reduce((value: unknown, key) => Object(value)[key], properties),
      );
      for (const { message, path: inner } of error?.issues ?? [])
        context.addIssue({ code: 'custom', message, path: [...keys, ...inner] });
      return data;
    };
    for (const each of unsupported) {
      const [path, except] = typeof each === 'string' ? [each] : each;
      const error = `only ${except} is supported on this machine`;
      read(path, except === undefined ? absentOrOff : z.literal(except, { error }).optional());
    }
    return Object.fromEntries(
      Object.entries(members).map(([name, [path, schema]]) => [name, read(path, schema)]),
    ) as Loose<{ [Name in keyof Members]: z.output<Members[Name][1]> }>;
  });

const absentOrOff = z.literal([false, 0], { error: 'is not supported on this machine' }).optional();

/** Schema of text that `read` converts. Rejects text with the message `expected` if `read` returns undefined. */
export const readText = <T>(read: (text: string) => T | undefined, expected: string) =>
  z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `${expected}, not ${text}` });
    return z.NEVER;
  });

/** Schema of text that is converted to the first group of a pattern, such as the name in an ARN. */
export const readPart = (pattern: RegExp, expected: string) =>
  readText((text) => pattern.exec(text)?.[1], expected);

/** Schema of a number, or of digits in quotes, which CloudFormation also accepts. */
export const templateNumber = z.union(
  [z.number(), readPart(/^(\d{1,15})$/, 'only digits').transform(Number)],
  { error: 'only a number or digits' },
);

/** Schema of text that contains JSON. */
export const json = z.pipe(jsonText(z.unknown()), z.unknown());

/** Schema of a function's ARN or invocation URI, which is converted to the function's name. */
export const invokedFunction = readPart(/:function:([^/:]+)/, 'only a function can be invoked');
