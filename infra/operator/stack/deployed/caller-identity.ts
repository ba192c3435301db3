import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as z from 'zod';
import { awsFailure } from './aws-failure.ts';

const identity = z.object({ Arn: z.string().min(1) });

/**
 * The ARN of the user or role that the credentials of the environment stand for, of a role with the session's name. It
 * needs no permission. Throws OperatorError.
 */
export const callerIdentity = async (region: string | undefined): Promise<string> => {
  const client = new STSClient({ region });
  try {
    return identity.parse(await client.send(new GetCallerIdentityCommand({}))).Arn;
  } catch (error) {
    throw awsFailure('asking AWS whose credentials these are', error);
  } finally {
    client.destroy();
  }
};
