import * as z from 'zod/mini';

/** A setting that the function needs is missing or invalid. */
class MissingSetting extends Error {
  override readonly name = 'MissingSetting';
}

/** Reads a setting from the environment and parses it. Throws MissingSetting. */
export const setting = <T>(name: string, schema: z.ZodMiniType<T, string | undefined>): T => {
  const parsed = schema.safeParse(process.env[name]);
  if (parsed.success) return parsed.data;
  throw new MissingSetting(`${name}: ${z.prettifyError(parsed.error)}`);
};

const text = z.string().check(z.minLength(1));

/** Reads a setting that is plain text, such as the name of a table. Throws MissingSetting. */
export const environmentVariable = (name: string): string => setting(name, text);
