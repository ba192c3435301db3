import * as z from 'zod';
import { errorMessage } from '../../error-message.ts';
import { OperatorError } from '../../operator-error.ts';

const named = z.object({ name: z.string() });
/** Errors of the system about a connection, of names and of certificates have a code. */
const ofConnection = z.object({ code: z.string() });
const answered = z.object({ $metadata: z.object({ httpStatusCode: z.number() }) });

/** What AWS calls this error; undefined of what is none of AWS. */
export const errorName = (error: unknown): string | undefined => named.safeParse(error).data?.name;

const statusOf = (error: unknown): number | undefined =>
  answered.safeParse(error).data?.$metadata.httpStatusCode;

const noCredentials =
  'no AWS credentials were found. Name a profile in AWS_PROFILE (after `aws sso login` where it needs that), or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
const noRegion = 'no AWS region is named. Give --region, or set AWS_REGION';
const profiles = '`aws configure list-profiles` shows those there are';
const reachable =
  'Look at the network (a proxy, a VPN), at the region, and at AWS_ENDPOINT_URL or endpoint_url in the AWS configuration';
const expired =
  'the AWS credentials have expired, or are none of AWS. Get new ones, such as by `aws sso login`';

const expiredNames = [
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
];

/** The SDK itself says the same of a profile that is not there as of none at all. */
const foundNowhere = /^Could not load credentials from any providers/;

const credentialsInWords = (message: string): string => {
  const profile = process.env.AWS_PROFILE;
  return profile && foundNowhere.test(message)
    ? `the AWS configuration has no profile ${profile} (AWS_PROFILE), or no credentials by it: ${profiles}`
    : `${noCredentials} (${message})`;
};

const regionInWords = (): string => {
  const profile = process.env.AWS_PROFILE;
  return profile ? `${noRegion}. The profile ${profile} names none, or is not there: ${profiles}` : noRegion;
};

/** Why a call to AWS failed, and the way out: never a stack trace. */
export const awsFailure = (doing: string, error: unknown): OperatorError => {
  const explain = (text: string) => new OperatorError(text, { cause: error });
  if (error instanceof OperatorError) return error;
  const name = errorName(error) ?? '';
  const message = errorMessage(error);
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError')
    return explain(credentialsInWords(message));
  if (/region is missing/i.test(message)) return explain(regionInWords());
  if (expiredNames.includes(name)) return explain(`${expired} (${message})`);
  if (statusOf(error) === 403 || name.startsWith('AccessDenied'))
    return explain(`${doing} is denied: ${message}. The operator's AWS role must allow it`);
  if (statusOf(error) === undefined && ofConnection.safeParse(error).success)
    return explain(`${doing} failed, as AWS cannot be reached: ${message}. ${reachable}`);
  return explain(`${doing} failed: ${message}`);
};
