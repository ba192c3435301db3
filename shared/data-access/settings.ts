import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

// Without the locale, messages in the log would not say what zod expected.
z.config(en());

/** A required setting is missing, or a setting is invalid. */
class InvalidSetting extends Error {
  override readonly name = 'InvalidSetting';
}

/** Reads a setting from the environment and parses it. Throws InvalidSetting. */
export const setting = <T>(name: string, schema: z.core.$ZodType<T, string | undefined>): T => {
  const parsed = z.safeParse(schema, process.env[name]);
  if (parsed.success) return parsed.data;
  throw new InvalidSetting(`${name}: ${z.prettifyError(parsed.error)}`);
};

/** Creates a schema for a whole number written in digits. */
export const digits = (pattern: RegExp, message: string) =>
  z.pipe(z.string().check(z.regex(pattern, message)), z.transform(Number));

/** Creates a schema that parses JSON text, and then its value with `content`. */
export const jsonText = <T>(content: z.ZodMiniType<T>) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((json, context): unknown => {
        try {
          return JSON.parse(json);
        } catch {
          context.issues.push({ code: 'custom', message: 'not JSON', input: json });
          return z.NEVER;
        }
      }),
    ),
    content,
  );

/** Reads a required text setting, such as a table name. Throws InvalidSetting. */
export const environmentVariable = (name: string): string => setting(name, z.string().check(z.minLength(1)));

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Reads the credentials that Lambda sets for the life of an instance. Throws InvalidSetting. */
export const environmentCredentials = (): AwsCredentials => ({
  accessKeyId: environmentVariable('AWS_ACCESS_KEY_ID'),
  secretAccessKey: environmentVariable('AWS_SECRET_ACCESS_KEY'),
  sessionToken: process.env.AWS_SESSION_TOKEN || undefined,
});

/**
 * Replaces the SDK's credential providers in function bundles. Those for profiles, single sign-on and metadata are half
 * of a client's code, which every cold start would load.
 * @public
 */
export const defaultProvider = () => async (): Promise<AwsCredentials> => environmentCredentials();
