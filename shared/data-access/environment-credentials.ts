import { environmentVariable } from './environment.ts';

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
 * Stands in bundles of functions where the SDK's clients look for credentials everywhere: in profiles, in single
 * sign-on, by containers' and machines' metadata. All that is half of such a client, and read at every cold start.
 * @public
 */
export const defaultProvider = () => async (): Promise<AwsCredentials> => environmentCredentials();
