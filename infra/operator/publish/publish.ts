import * as z from 'zod';
import {
  type PublicationRequest,
  type PublicationResult,
  publicationResult,
} from '../../../shared/domain/location/publication.ts';
import type { StackFile } from '../../local/stack-file.ts';
import { errorMessage } from '../error-message.ts';
import { OperatorError } from '../operator-error.ts';

/** More than a publication takes on one machine; fetch itself gives up after five minutes of silence. */
const publishMilliseconds = 5 * 60_000;

const functionError = z.object({ errorType: z.string().optional(), errorMessage: z.string().optional() });

const failed = (why: string, cause?: unknown) =>
  new OperatorError(`publishing failed: ${why}; the stack goes on serving what was published before`, {
    cause,
  });

const reasonIn = (body: unknown): string => {
  const parsed = functionError.safeParse(body).data;
  return [parsed?.errorType, parsed?.errorMessage].filter(Boolean).join(': ') || 'it gave no reason';
};

const invoke = async (
  url: string,
  secret: string,
  request: PublicationRequest,
): Promise<{ response: Response; body: unknown }> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(publishMilliseconds),
    });
    return { response, body: await response.json() };
  } catch (error) {
    throw failed(errorMessage(error), error);
  }
};

/** Has the stack's publisher publish what is stored. Throws OperatorError. */
export const publish = async (
  stack: Pick<StackFile, 'functionsEndpoint' | 'publisherFunction' | 'credentials'>,
  request: PublicationRequest,
): Promise<PublicationResult> => {
  const path = `/2015-03-31/functions/${encodeURIComponent(stack.publisherFunction)}/invocations`;
  const { response, body } = await invoke(
    new URL(path, stack.functionsEndpoint).href,
    stack.credentials.secretAccessKey,
    request,
  );
  if (!response.ok) throw failed(`the publisher could not be invoked (status ${response.status})`);
  if (response.headers.has('x-amz-function-error')) throw failed(reasonIn(body));
  const result = publicationResult.safeParse(body);
  if (!result.success) throw failed('the publisher gave an unknown answer', result.error);
  return result.data;
};
