import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { importFile } from '../../../functions/platform/import-file.ts';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';
import { type StackFile, writeStackFile } from '../../../infra/local/data-directory/stack-file.ts';
import { listen } from '../../../infra/local/http/listening.ts';
import { readFileKey } from '../../../shared/data-access/importing/put-file.ts';
import { publishedCatalogue } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { basePathOf } from '../../../shared/domain/access/service.ts';
import { catalogueVersionHeader } from '../../../shared/http/headers.ts';
import { type LocalBucket, startLocalBucket } from '../local-bucket.ts';
import { networkOf, networkOfTables, runPublisher } from '../networks/publish-network.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../tables/embedded-tables.ts';

interface Answers {
  publisher: { readonly headers?: Record<string, string>; readonly body: unknown };
  /** The publisher's responses to the first events, in order. After these, `publisher` applies. */
  readonly publisherFirst: unknown[];
  /** Version in the header of the API's responses, or undefined if nothing is published. */
  served: string | undefined;
  apiStatus: number;
  body: object;
  /** Responses of locations v2, if they differ from those of other services. */
  v2: { readonly apiStatus?: number; readonly served?: string };
  /** Whether to run the real publisher instead of returning the responses above. */
  publishes: boolean;
}

const version = '20261121T005810123Z-4f2a9c';

const publishedAnswers = (): Answers => ({
  publisher: {
    body: {
      status: 'published',
      version,
      locations: 2,
      capabilities: 1,
      full: true,
      skippedRows: 0,
      changes: { added: 1, changed: 0, removed: 0 },
    },
  },
  publisherFirst: [],
  served: version,
  apiStatus: 200,
  body: {},
  v2: {},
  publishes: false,
});

/** Starts a server on 127.0.0.1, which closes the connections of requests that cannot be handled. */
export const listenAndAnswer = async (
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
) => {
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.destroy(error));
  });
  return { url: await listen(server, 0, '127.0.0.1'), close: () => server.close().closeAllConnections() };
};

/** Starts a real database and bucket with a simulated publisher and API, which the command line takes for a stack. */
export const startOperatorStack = async ({ imports = false } = {}) => {
  const [embedded, bucket] = await Promise.all([startEmbeddedTables(), startLocalBucket()]);
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'waypost-operator-'));
  const answers = publishedAnswers();
  /** Events that the publisher received, and paths and keys of requests to the API, in order. */
  const seen = { publications: [] as unknown[], requests: [] as string[] };

  const publish = (event: unknown) =>
    runPublisher(bucket, networkOf([]), { tables: networkOfTables(embedded), event });
  const server = await listenAndAnswer(async (request, response) => {
    const body = await text(request);
    if (request.method === 'POST' && request.url === '/2015-03-31/functions/Publisher/invocations') {
      seen.publications.push(JSON.parse(body));
      if (answers.publishes) {
        const result = await publish(JSON.parse(body));
        if ('version' in result) answers.served = result.version;
        response.end(JSON.stringify(result));
        return;
      }
      const { headers, body: answer } = answers.publisher;
      response.writeHead(200, headers).end(JSON.stringify(answers.publisherFirst.shift() ?? answer));
      return;
    }
    seen.requests.push(`${request.url} ${request.headers['auth-key']}`);
    const { apiStatus, served } = {
      ...answers,
      ...(request.url?.startsWith(basePathOf['locations-v2']) && answers.v2),
    };
    response.writeHead(apiStatus, catalogueVersionHeader(served)).end(JSON.stringify(answers.body));
  });
  const describe = (overrides: Partial<StackFile> = {}) =>
    writeStackFile(dataDirectory, {
      pid: process.pid,
      apiUrl: server.url,
      dynamoDbEndpoint: embedded.engine.endpoint,
      objectStoreEndpoint: bucket.endpoint,
      controlEndpoint: server.url,
      region: 'ap-southeast-2',
      credentials: bucket.credentials,
      tables: embedded.tables,
      publishedBucket: bucket.bucket,
      importBucket: bucket.imports.bucket,
      eventBus: 'waypost-local',
      publisherFunction: 'Publisher',
      catalogueCheckSeconds: 0,
      ...overrides,
    });
  await describe();
  await writeFile(dataFilesIn(dataDirectory).keyFile, 'the-key\n', { mode: 0o600 });
  const importer = imports ? startImporter(embedded, bucket) : undefined;
  const close = async () => {
    await importer?.stop();
    server.close();
    await Promise.all([embedded.close(), bucket.close()]);
    await rm(dataDirectory, { recursive: true, maxRetries: 5 });
  };
  return { dataDirectory, embedded, bucket, answers, seen, describe, close };
};
export type OperatorStack = Awaited<ReturnType<typeof startOperatorStack>>;

/** Imports the files of the import bucket in sequence, as the deployed importer does. */
const startImporter = ({ client, tables }: EmbeddedTables, bucket: LocalBucket) => {
  const { imports } = bucket;
  const deliver = importFile({
    tables: { client, ...tables },
    imports,
    published: bucket,
    catalogue: publishedCatalogue({ ...bucket, checkSeconds: 0, now: Date.now }),
    linesPerReport: 1_000,
  });
  let running: Promise<unknown> = Promise.resolve();
  bucket.onCreated((name, { key, entityTag }) => {
    if (name !== imports.bucket || readFileKey(key).kind === undefined) return;
    const detail = { object: { key, etag: entityTag.replaceAll('"', '') } };
    const body = JSON.stringify({ source: 'aws.s3', 'detail-type': 'Object Created', detail });
    const context = { getRemainingTimeInMillis: () => 900_000 };
    running = running.then(() => deliver({ Records: [{ body }] }, context));
  });
  return { stop: () => running };
};
