import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { PublicationRequest } from '../../../../shared/domain/publication/publication.ts';
import type { Invocation } from '../operated-stack.ts';
import { awsFailure } from './aws-failure.ts';

/** Lambda gives the publisher a quarter of an hour, and answers when it has ended. */
const publishMilliseconds = 16 * 60_000;

/** Invokes the publisher of a stage. Throws OperatorError. */
export const deployedPublisher =
  (functionName: string, region: string | undefined) =>
  async (request: PublicationRequest): Promise<Invocation> => {
    const client = new LambdaClient({
      region,
      // A second attempt after a lost answer would publish twice.
      maxAttempts: 1,
      requestHandler: { requestTimeout: publishMilliseconds, throwOnRequestTimeout: true },
    });
    try {
      const { FunctionError, Payload } = await client.send(
        new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(request) }),
      );
      const body: unknown = JSON.parse(Payload?.transformToString() ?? 'null');
      return { body, failed: FunctionError !== undefined };
    } catch (error) {
      throw awsFailure(`invoking ${functionName}`, error);
    } finally {
      client.destroy();
    }
  };
