import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

// Without it, messages in the log would not say what zod expected.
z.config(en());

/** A setting that the function needs is missing or invalid. */
class MissingSetting extends Error {
  override readonly name = 'MissingSetting';
}

/** Reads a setting from the environment and parses it. Throws MissingSetting. */
export const setting = <T>(name: string, schema: z.core.$ZodType<T, string | undefined>): T => {
  const parsed = z.safeParse(schema, process.env[name]);
  if (parsed.success) return parsed.data;
  throw new MissingSetting(`${name}: ${z.prettifyError(parsed.error)}`);
};

const text = z.string().check(z.minLength(1));

/** Reads a setting that is plain text, such as the name of a table. Throws MissingSetting. */
export const environmentVariable = (name: string): string => setting(name, text);

/** AWS credentials of a function. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Reads the credentials that Lambda gives a function, valid for the life of the instance. Throws MissingSetting. */
export const environmentCredentials = (): AwsCredentials => ({
  accessKeyId: environmentVariable('AWS_ACCESS_KEY_ID'),
  secretAccessKey: environmentVariable('AWS_SECRET_ACCESS_KEY'),
  sessionToken: process.env.AWS_SESSION_TOKEN || undefined,
});

/**
 * Replaces the SDK's search for credentials in bundles of functions. Profiles, single sign-on and the metadata of
 * containers and machines are half of such a client, and would be loaded at every cold start.
 * @public
 */
export const defaultProvider = () => async (): Promise<AwsCredentials> => environmentCredentials();
