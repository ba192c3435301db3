import * as z from 'zod';
import { type ErrorCode, errorMessage, OperatorError } from '../errors.ts';

/** System errors, such as those about connections, host names and certificates, have a code. */
const systemError = z.object({ code: z.string() });
const response = z.object({ $metadata: z.object({ httpStatusCode: z.number() }) });

export const errorName = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Calls AWS. `doing` describes the call for messages. Throws OperatorError. */
export const callAws = async <T>(doing: string, call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw awsFailure(doing, error);
  }
};

const expiredNames = [
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
];

/** Explains why a call to AWS failed and how to fix it. `doing` describes the call. */
export const awsFailure = (doing: string, error: unknown): OperatorError => {
  if (error instanceof OperatorError) return error;
  const name = errorName(error);
  // After its first line, AWS's message about a signature quotes the signed headers, including the session token.
  const isSecret = name.includes('Signature');
  const message = isSecret ? (errorMessage(error).split('\n', 1)[0] ?? '') : errorMessage(error);
  const status = response.safeParse(error).data?.$metadata.httpStatusCode;
  const failure = (text: string, code?: ErrorCode) =>
    new OperatorError(text, { code, cause: isSecret ? undefined : error });
  const profile = process.env.AWS_PROFILE;
  const profilesHint = '`aws configure list-profiles` lists the existing profiles';
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError')
    return failure(
      // The SDK reports a missing profile as missing credentials.
      profile && message.startsWith('Could not load credentials from any providers')
        ? `the AWS configuration has no profile ${profile} (AWS_PROFILE), or no credentials for it: ${profilesHint}`
        : `no AWS credentials were found. Set AWS_PROFILE to a profile (run \`aws sso login\` first if the profile needs it), or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (${message})`,
      'access_denied',
    );
  if (/region is missing/i.test(message)) {
    const hint = profile ? `. The profile ${profile} has no region, or does not exist: ${profilesHint}` : '';
    return failure(`no AWS region is set. Use --region, or set AWS_REGION${hint}`);
  }
  if (expiredNames.includes(name))
    return failure(
      `the AWS credentials have expired or are not valid. Get new ones, for example with \`aws sso login\` (${message})`,
      'access_denied',
    );
  if (status === 403 || name.startsWith('AccessDenied'))
    return failure(`${doing} was denied: ${message}. The operator's AWS role must allow it`, 'access_denied');
  if (status === undefined && systemError.safeParse(error).success)
    return failure(
      `${doing} failed because AWS cannot be reached: ${message}. Check the network (proxy, VPN), the region, and AWS_ENDPOINT_URL or endpoint_url in the AWS configuration`,
      'unreachable',
    );
  return failure(`${doing} failed: ${message}`);
};
