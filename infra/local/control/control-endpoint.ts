import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { jsonText } from '../../../shared/data-access/settings.ts';
import type { StoreCredentials } from '../data-directory/data-directory.ts';
import type { EventBuses } from '../events/event-bus.ts';
import type { FunctionHost } from '../functions/function-host.ts';
import { drain, listen } from '../http/listening.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { S3Error } from '../s3/errors.ts';
import { jsonServiceError, readSignedBody } from '../s3/signature.ts';
import { localRegion } from '../template/physical-names.ts';

interface ControlSettings {
  readonly invoke: FunctionHost['invoke'];
  readonly flushAuthoriserCache: () => void;
  readonly deadLetters: Pick<Jobs, 'redrive' | 'dropDeadLetters'>;
  readonly buses: Pick<EventBuses, 'putEvents'>;
  /** The SDK signs PutEvents requests with them. Other requests have the secret key as a bearer token. */
  readonly credentials: StoreCredentials;
  readonly log: (line: string) => void;
}

/** Response in the format of the AWS service to which the operation belongs. */
interface ControlResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves the operations of EventBridge, Lambda and API Gateway that functions and the command line need. */
export const startControlEndpoint = async (settings: ControlSettings) => {
  const server = createServer((request, response) => {
    const answer = ({ status, body, headers }: ControlResponse) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    const isPutEvents = request.headers['x-amz-target'] === 'AWSEvents.PutEvents';
    (isPutEvents ? putEvents : operate)(settings, request).then(answer, (error: unknown) => {
      settings.log(`A request to the control endpoint failed: ${error}`);
      answer({ status: 500, body: { Message: 'The request failed. The log of the stack says why.' } });
    });
  });
  return {
    /** URL for the variable AWS_ENDPOINT_URL_EVENTBRIDGE and for the control operations. */
    endpoint: await listen(server, 0, '127.0.0.1'),
    // A stopping stack does not wait for invocations, which may take 15 minutes.
    close: () => drain(server, 0),
  };
};

/** EventBridge's size limit for the entries of PutEvents. */
const maxEventsBytes = 1024 ** 2;

const putEvents = async (
  { buses, credentials }: ControlSettings,
  request: IncomingMessage,
): Promise<ControlResponse> => {
  const terms = { credentials, region: localRegion, service: 'events' } as const;
  try {
    const body = await readSignedBody(request, terms, maxEventsBytes);
    return buses.putEvents(body.toString('utf8'));
  } catch (error) {
    if (error instanceof S3Error) return { status: 400, body: jsonServiceError(error) };
    throw error;
  }
};

const operate = async (settings: ControlSettings, request: IncomingMessage): Promise<ControlResponse> => {
  // Functions trust the gateway's description of a request, so nobody else on this machine may invoke them.
  if (!isSecret(request.headers.authorization, settings.credentials.secretAccessKey))
    return { status: 403, body: { Message: "The stack's secret is required as a bearer token." } };
  const { method, url = '' } = request;
  const name = invocationPath.exec(url)?.[1];
  if (name !== undefined && method === 'POST') return invokeFunction(settings, name, request);
  if (url === '/dead-letters' && method === 'POST')
    return { status: 200, body: settings.deadLetters.redrive(Date.now()) };
  if (url === '/dead-letters' && method === 'DELETE')
    return { status: 200, body: { deleted: settings.deadLetters.dropDeadLetters(Date.now()) } };
  if (!authoriserCachePath.test(url) || method !== 'DELETE')
    return { status: 404, body: { Message: `The operation ${method} ${url} does not exist here.` } };
  settings.flushAuthoriserCache();
  return { status: 202, body: {} };
};

const invocationPath = /^\/2015-03-31\/functions\/([A-Za-z0-9_-]+)\/invocations$/;
const authoriserCachePath = /^\/restapis\/[^/]+\/stages\/[^/]+\/cache\/authorizers$/;

const isSecret = (given: string | undefined, secret: string): boolean => {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(`Bearer ${secret}`)];
  return one.length === other.length && timingSafeEqual(one, other);
};

const invokeFunction = async (
  { invoke }: ControlSettings,
  name: string,
  request: IncomingMessage,
): Promise<ControlResponse> => {
  const event = jsonText(z.unknown()).safeParse(await text(request));
  if (!event.success) return { status: 400, body: { Message: 'The event is not JSON.' } };
  const outcome = await invoke(name, event.data);
  if (outcome.kind === 'result') return { status: 200, body: outcome.payload };
  if (outcome.kind === 'throttled') return { status: 429, body: { message: 'Rate Exceeded.' } };
  const timedOut = { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out' };
  const failure = outcome.kind === 'timed-out' ? timedOut : outcome;
  return { status: 200, body: failure, headers: { 'x-amz-function-error': 'Unhandled' } };
};
