import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { type Clock, systemClock } from '../../../../infra/local/clock.ts';
import { type EmbeddedDynamoDb, startEmbeddedDynamoDb } from '../../../../infra/local/database/engine.ts';
import { createTables } from '../../../../infra/local/database/tables.ts';
import { deadLettersIn } from '../../../../infra/local/dead-letters/dead-letters.ts';
import { dataFilesIn } from '../../../../infra/local/files/data-files.ts';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { startEventSources } from '../../../../infra/local/streams/run-event-sources.ts';
import type { DeployedTable } from '../../../../infra/local/template/deployment.ts';
import type { DeployedEventSource } from '../../../../infra/local/template/events.ts';
import { documentClient } from '../../../../shared/data-access/clients.ts';

const place = {
  region: 'ap-southeast-2',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

/** A table with a stream of keys, as the template describes one. */
const streamedTable = (name: string): DeployedTable => ({
  name,
  properties: {
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
  },
});

export const sourceOf = (
  tableName: string,
  settings: Partial<DeployedEventSource> = {},
): DeployedEventSource => ({
  name: `Changes of ${tableName}`,
  enabled: true,
  tableName,
  functionName: 'Publisher',
  batchSize: 100,
  batchingWindowSeconds: 0,
  deadLetterQueue: 'Undelivered',
  ...settings,
});

/** Waits for real, though never for long. */
export const hurriedClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => systemClock.sleep(Math.min(milliseconds, 20), signal),
};

/** For what comes about by itself. */
export const soon = { timeout: 60_000, interval: 20 };

/** So many ids of items. */
export const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `item-${index}`);

const streamEvent = z.object({
  Records: z.array(
    z.looseObject({ dynamodb: z.looseObject({ Keys: z.object({ id: z.object({ S: z.string() }) }) }) }),
  ),
});

/** The ids of the items whose changes an event tells. */
const idsIn = (event: unknown): readonly string[] =>
  streamEvent.parse(event).Records.map(({ dynamodb }) => dynamodb.Keys.id.S);

export interface StreamHouse {
  readonly directory: string;
  readonly engine: EmbeddedDynamoDb;
  readonly documents: DynamoDBDocumentClient;
  put(tableName: string, ...ids: readonly string[]): Promise<void>;
}

/** An engine with tables that have streams, for one test. */
export const streamHouse = async (...tables: readonly string[]): Promise<StreamHouse> => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-streams-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const engine = await startEmbeddedDynamoDb({ dataFile: dataFilesIn(directory).databaseFile });
  onTestFinished(() => engine.close());
  // Patient, as a put that is sent again is another change.
  const limits = { requestTimeout: 10_000, attempts: 10 };
  const documents = documentClient({ ...place, ...limits, endpoint: engine.endpoint });
  onTestFinished(() => documents.destroy());
  await createTables(documents, tables.map(streamedTable));
  const put = async (tableName: string, ...ids: readonly string[]) => {
    for (const id of ids) await documents.send(new PutCommand({ TableName: tableName, Item: { id } }));
  };
  return { directory, engine, documents, put };
};

type Answer = (attempt: number, event: unknown) => Invocation | Promise<Invocation>;

export const taken: Invocation = { kind: 'result', payload: {} };
export const refused: Invocation = {
  kind: 'failed',
  errorType: 'PublicationBusy',
  errorMessage: 'another run',
};

/** Starts consumers whose function answers as it is told; `batches` are the ids of each invocation in turn. */
export const consuming = async (
  { directory, engine, documents }: StreamHouse,
  eventSources: readonly DeployedEventSource[],
  { answer = () => taken, clock = hurriedClock }: { readonly answer?: Answer; readonly clock?: Clock } = {},
) => {
  const events: unknown[] = [];
  const lines: string[] = [];
  const { streamsFile, deadLettersFile } = dataFilesIn(directory);
  const { close } = await startEventSources({
    eventSources,
    file: streamsFile,
    place: { ...place, endpoint: engine.endpoint },
    documents,
    functions: {
      invoke: async (_functionName, event) => {
        events.push(event);
        return answer(events.length, event);
      },
    },
    deadLetters: deadLettersIn(deadLettersFile),
    log: (line) => lines.push(line),
    clock,
  });
  onTestFinished(close);
  return { events, lines, batches: () => events.map(idsIn), delivered: () => events.flatMap(idsIn), close };
};
