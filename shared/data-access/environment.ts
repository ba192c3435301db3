import * as z from 'zod';

/** The deployment does not give this function a setting that it needs, or one of the wrong form. */
class MissingSetting extends Error {
  override readonly name = 'MissingSetting';
}

/** A setting of this function's own environment, as its schema parses it. Throws MissingSetting. */
export const setting = <T>(name: string, schema: z.ZodType<T, string | undefined>): T => {
  const parsed = schema.safeParse(process.env[name]);
  if (parsed.success) return parsed.data;
  throw new MissingSetting(`${name}: ${z.prettifyError(parsed.error)}`);
};

const text = z.string().min(1);

/** A setting that is plain text, such as the name of a table. */
export const environmentVariable = (name: string): string => setting(name, text);
