import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import type { StoreCredentials } from '../data-directory/data-directory.ts';
import { drain, listen } from '../http/listening.ts';
import { S3Error } from '../s3/errors.ts';
import { signableRequest, verifySignature } from '../s3/signature.ts';
import { localRegion } from '../template/physical-names.ts';
import { type EventBuses, jsonText, putEventsEntry } from './event-bus.ts';

/** Milliseconds that running requests have at the end. */
const drainMilliseconds = 1_000;

/** Limit of PutEvents, for all entries together. */
const maxBodyBytes = 1024 ** 2;

/** PutEvents takes at most ten entries. */
const putEventsRequest = jsonText.pipe(z.object({ Entries: z.array(putEventsEntry).min(1).max(10) }));

/** A request that is rejected with an error of EventBridge. */
class Rejected extends Error {
  readonly type: string;

  constructor(type: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.type = type;
  }
}

/** Serves EventBridge's PutEvents on the loopback address, for requests signed with these credentials. */
export const startEventEndpoint = async (
  buses: Pick<EventBuses, 'putEvents'>,
  credentials: StoreCredentials,
) => {
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    try {
      const Entries = buses.putEvents(await entriesOf(request, credentials));
      send(200, { FailedEntryCount: Entries.filter((each) => 'ErrorCode' in each).length, Entries });
    } catch (error) {
      if (error instanceof Rejected) send(400, { __type: error.type, message: error.message });
      else response.destroy();
    }
  });
  return {
    /** For AWS_ENDPOINT_URL_EVENTBRIDGE. */
    endpoint: await listen(server, 0, '127.0.0.1'),
    close: () => drain(server, drainMilliseconds),
  };
};

const entriesOf = async (request: IncomingMessage, credentials: StoreCredentials) => {
  const body = await signedBody(request, credentials);
  const target = request.headers['x-amz-target'];
  if (request.method !== 'POST' || target !== 'AWSEvents.PutEvents')
    throw new Rejected('UnknownOperationException', `Only AWSEvents.PutEvents is supported, not ${target}.`);
  const parsed = putEventsRequest.safeParse(body);
  if (!parsed.success) throw new Rejected('ValidationException', z.prettifyError(parsed.error));
  return parsed.data.Entries;
};

/** The body of a request. Its signature is verified, and must cover the SHA-256 of the body, as the SDK's does. */
const signedBody = async (message: IncomingMessage, credentials: StoreCredentials): Promise<string> => {
  const terms = { credentials, region: localRegion, service: 'events' } as const;
  try {
    const signedPayload = verifySignature(signableRequest(message), terms, Date.now());
    // A body without a length may be endless.
    if (!(Number(message.headers['content-length']) <= maxBodyBytes))
      throw new Rejected('ValidationException', `The entries must not have more than ${maxBodyBytes} bytes.`);
    const body = await buffer(message);
    if (createHash('sha256').update(body).digest('hex') === signedPayload) return body.toString('utf8');
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    const isUnknown = error.code === 'InvalidAccessKeyId';
    const type = isUnknown ? 'UnrecognizedClientException' : 'InvalidSignatureException';
    throw new Rejected(type, error.message, { cause: error });
  }
  throw new Rejected('InvalidSignatureException', 'The body is not the one that was signed.');
};
