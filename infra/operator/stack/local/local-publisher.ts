import type { PublicationRequest } from '../../../../shared/domain/publication/publication.ts';
import type { StackFile } from '../../../local/data-directory/stack-file.ts';
import type { Invocation } from '../operated-stack.ts';

/** More than a publication takes on one machine; fetch itself gives up after five minutes of silence. */
const publishMilliseconds = 5 * 60_000;

/** Invokes the publisher of a stack on this machine. */
export const localPublisher =
  ({
    controlEndpoint,
    publisherFunction,
    credentials,
  }: Pick<StackFile, 'controlEndpoint' | 'publisherFunction' | 'credentials'>) =>
  async (request: PublicationRequest): Promise<Invocation> => {
    const path = `/2015-03-31/functions/${encodeURIComponent(publisherFunction)}/invocations`;
    const response = await fetch(new URL(path, controlEndpoint), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${credentials.secretAccessKey}`,
      },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(publishMilliseconds),
    });
    const body: unknown = await response.json();
    if (!response.ok) throw new Error(`the publisher could not be invoked (status ${response.status})`);
    return { body, failed: response.headers.has('x-amz-function-error') };
  };
