import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { listen } from '../../../infra/local/http/listening.ts';

const detail = z.looseObject({ id: z.string() });
const entry = z.looseObject({
  Detail: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(detail),
});
type Entry = z.infer<typeof entry>;
const putEvents = z.object({ Entries: z.array(entry) });

/**
 * Behaviour of the bus for one request with these ids: an error or none for each of them, or only for the first of
 * them, or silence after it has accepted the request.
 */
type Conduct = (ids: readonly string[], request: number) => readonly (string | undefined)[] | 'lost';

const entriesOf = async (request: IncomingMessage): Promise<readonly Entry[]> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return putEvents.parse(JSON.parse(Buffer.concat(pieces).toString('utf8'))).Entries;
};

const answer = (response: ServerResponse, codes: readonly (string | undefined)[]): void => {
  const Entries = codes.map((ErrorCode, index) =>
    ErrorCode ? { ErrorCode } : { EventId: `event-${index}` },
  );
  const FailedEntryCount = codes.filter(Boolean).length;
  response
    .writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
    .end(JSON.stringify({ FailedEntryCount, Entries }));
};

/** Starts a bus that fails on demand; `requests` are the ids of each request in turn, `entries` all that it was sent. */
export const eventBusDouble = async (conduct: Conduct = (ids) => ids.map(() => undefined)) => {
  const requests: (readonly string[])[] = [];
  const entries: Entry[] = [];
  const server = createServer((request, response) => {
    void entriesOf(request).then((sent) => {
      const ids = sent.map(({ Detail }) => Detail.id);
      entries.push(...sent);
      requests.push(ids);
      const codes = conduct(ids, requests.length);
      if (codes === 'lost') response.destroy();
      else answer(response, codes);
    });
  });
  const endpoint = await listen(server, 0, '127.0.0.1');
  const client = new EventBridgeClient({
    endpoint,
    region: 'ap-southeast-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 3,
  });
  onTestFinished(async () => {
    client.destroy();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return { client, endpoint, requests, entries };
};
