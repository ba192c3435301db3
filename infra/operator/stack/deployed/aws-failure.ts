import * as z from 'zod';
import { errorMessage } from '../../error-message.ts';
import { OperatorError } from '../../operator-error.ts';

const named = z.object({ name: z.string() });
const answered = z.object({ $metadata: z.object({ httpStatusCode: z.number() }) });

/** What AWS calls this error; undefined of what is none of AWS. */
export const errorName = (error: unknown): string | undefined => named.safeParse(error).data?.name;

const statusOf = (error: unknown): number | undefined =>
  answered.safeParse(error).data?.$metadata.httpStatusCode;

const noCredentials =
  'no AWS credentials were found. Name a profile in AWS_PROFILE (after `aws sso login` where it needs that), or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
const noRegion = 'no AWS region is named. Give --region, or set AWS_REGION';
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

/** Why a call to AWS failed, and the way out: never a stack trace. */
export const awsFailure = (doing: string, error: unknown): OperatorError => {
  const explain = (text: string) => new OperatorError(text, { cause: error });
  if (error instanceof OperatorError) return error;
  const name = errorName(error) ?? '';
  const message = errorMessage(error);
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError')
    return explain(`${noCredentials} (${message})`);
  if (/region is missing/i.test(message)) return explain(noRegion);
  if (expiredNames.includes(name)) return explain(`${expired} (${message})`);
  if (statusOf(error) === 403 || name.startsWith('AccessDenied'))
    return explain(`${doing} is denied: ${message}. The operator's AWS role must allow it`);
  return explain(`${doing} failed: ${message}`);
};
