import * as z from 'zod';
import {
  type PublicationRequest,
  type PublicationResult,
  publicationResult,
} from '../../../shared/domain/publication/publication.ts';
import { errorMessage } from '../error-message.ts';
import { OperatorError } from '../operator-error.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

const functionError = z.object({ errorType: z.string().optional(), errorMessage: z.string().optional() });

const failed = (why: string, cause?: unknown) =>
  new OperatorError(`publishing failed: ${why}; the stack goes on serving what was published before`, {
    cause,
  });

const reasonIn = (body: unknown): string => {
  const parsed = functionError.safeParse(body).data;
  return [parsed?.errorType, parsed?.errorMessage].filter(Boolean).join(': ') || 'it gave no reason';
};

/** Has the stack's publisher publish what is stored. Throws OperatorError. */
export const publish = async (
  stack: Pick<OperatedStack, 'invokePublisher'>,
  request: PublicationRequest,
): Promise<PublicationResult> => {
  const answer = await stack.invokePublisher(request).catch((error) => {
    throw failed(errorMessage(error), error);
  });
  if (answer.failed) throw failed(reasonIn(answer.body));
  const result = publicationResult.safeParse(answer.body);
  if (!result.success) throw failed('the publisher gave an unknown answer', result.error);
  return result.data;
};
