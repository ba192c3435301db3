import * as z from 'zod';
import { functionNameIn } from './physical-names.ts';

/** A resource of a template with its intrinsic functions resolved. */
export interface ResolvedResource {
  readonly logicalId: string;
  /** What `Ref` stands for. */
  readonly name: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The template has something that makes no sense on one machine. */
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

/** What `readAll` returns of each resource. */
export type Read<Schema extends z.ZodType> = z.output<Schema> & { readonly name: string };

/** An object whose members that may be undefined may also be left out. */
type Loose<T> = {
  readonly [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  readonly [Key in keyof T as undefined extends T[Key] ? Key : never]?: T[Key];
};

/**
 * An object by our names. Each member has the path of a property of the template, such as `Target.Input`, and the schema
 * of its value. The empty path is that of all properties. Paths in `refused` may not be set, or only to the value beside
 * them, as they would change what this machine does.
 */
export const renamed = <const Members extends Readonly<Record<string, readonly [string, z.ZodType]>>>(
  members: Members,
  refused: readonly (string | readonly [path: string, except: string | boolean])[] = [],
) =>
  z.any().transform((properties: unknown, context) => {
    const read = (path: string, schema: z.ZodType): unknown => {
      const keys = path.split('.').filter(Boolean);
      const { data, error } = schema.safeParse(
        keys.reduce((value: unknown, key) => Object(value)[key], properties),
      );
      for (const { message, path: inner } of error?.issues ?? [])
        context.addIssue({ code: 'custom', message, path: [...keys, ...inner] });
      return data;
    };
    for (const each of refused) {
      const [path, except] = typeof each === 'string' ? [each] : each;
      const error = `only ${except} has a meaning on this machine`;
      read(path, except === undefined ? meaningless : z.literal(except, { error }).optional());
    }
    return Object.fromEntries(
      Object.entries(members).map(([name, [path, schema]]) => [name, read(path, schema)]),
    ) as Loose<{ [Name in keyof Members]: z.output<Members[Name][1]> }>;
  });

const meaningless = z.literal([false, 0], { error: 'has no meaning on this machine' }).optional();

/** A text of which `read` makes a value. If that is undefined, the text is refused with `expected`. */
export const readText = <T>(read: (text: string) => T | undefined, expected: string) =>
  z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `${expected}, not ${text}` });
    return z.NEVER;
  });

/** A number, or digits in quotes, which CloudFormation accepts too. */
export const templateNumber = z.union(
  [z.number(), readText((text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined), 'only digits')],
  { error: 'only a number or digits alone' },
);

/** A text in JSON, parsed. */
export const jsonText = readText((text): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}, 'only JSON has a meaning here');

/** Name of the function in an ARN or an invocation URI. */
export const invokedFunction = readText(functionNameIn, 'only a function can be invoked');
