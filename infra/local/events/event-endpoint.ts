import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod';
import type { StoreCredentials } from '../data-directory/store-credentials.ts';
import { lineWriter } from '../files/append-line.ts';
import { drain, listen } from '../http/listening.ts';
import { isEventBefore } from './kept-events.ts';
import { type BusEvent, type PutEventsMeans, putEvents } from './put-events.ts';
import { putEventsRequest } from './put-events-request.ts';
import { Refused } from './refused.ts';
import { signedBody } from './signed-body.ts';

/** Milliseconds that running requests have at the end. */
const drainMilliseconds = 1_000;

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused('SerializationException', 'The body is not JSON.');
  }
};

const answerTo = async (request: IncomingMessage, credentials: StoreCredentials, means: PutEventsMeans) => {
  const body = await signedBody(request, credentials, means.now());
  const target = request.headers['x-amz-target'];
  if (request.method !== 'POST' || target !== 'AWSEvents.PutEvents')
    throw new Refused(
      'UnknownOperationException',
      `Only AWSEvents.PutEvents is offered here, not ${target}.`,
    );
  const parsed = putEventsRequest.safeParse(parsedJson(body));
  if (!parsed.success) throw new Refused('ValidationException', z.prettifyError(parsed.error));
  return putEvents(parsed.data.Entries, means);
};

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
};

export interface EventEndpointSettings {
  /** Names of the buses. */
  readonly buses: readonly string[];
  /** Where events are kept, a line each. */
  readonly file: string;
  readonly credentials: StoreCredentials;
  readonly log: (line: string) => void;
}

export interface EventEndpoint {
  /** For AWS_ENDPOINT_URL_EVENTBRIDGE. */
  readonly endpoint: string;
  /** From now on events are handed to this as well, before they are answered for. */
  sendTo(send: (event: BusEvent) => Promise<void>): void;
  /** Forgets the events of before a moment, in epoch milliseconds, and resolves with how many there were. */
  dropBefore(moment: number): Promise<number>;
  close(): Promise<void>;
}

/** Offers EventBridge's PutEvents on the loopback address, to those who sign with these credentials. */
export const startEventEndpoint = async (settings: EventEndpointSettings): Promise<EventEndpoint> => {
  const { buses, file, credentials, log } = settings;
  const kept = lineWriter(file);
  let handOn: (event: BusEvent) => Promise<void> = async () => {};
  const means: PutEventsMeans = {
    buses: new Set(buses),
    kept,
    send: (event) => handOn(event),
    now: Date.now,
    log,
  };
  const server = createServer((request, response) => {
    answerTo(request, credentials, means).then(
      (answer) => send(response, 200, answer),
      (error: unknown) => {
        if (error instanceof Refused) send(response, 400, { __type: error.type, message: error.message });
        else response.destroy();
      },
    );
  });
  return {
    endpoint: await listen(server, 0, '127.0.0.1'),
    sendTo: (send) => {
      handOn = send;
    },
    dropBefore: (moment) => kept.drop(isEventBefore(moment)),
    close: async () => {
      await drain(server, drainMilliseconds);
      await kept.settled();
    },
  };
};
