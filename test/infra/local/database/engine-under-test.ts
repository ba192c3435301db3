import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startEmbeddedDynamoDb } from '../../../../infra/local/database/engine.ts';
import { documentClient } from '../../../../shared/data-access/clients.ts';
import { newDirectory } from '../new-directory.ts';

export const place = {
  region: 'ap-southeast-2',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

/** Whether a process is running. A zombie (state Z) does not count. */
export const isRunning = async (processId: number): Promise<boolean> =>
  !/\) [ZX]/.test(await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '(gone) Z'));

export const tableProperties = {
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
};

/** Returns a client that waits while the engine restarts, but does not resend puts, which would make two changes. */
export const clientOf = (endpoint: string) =>
  documentClient({ ...place, requestTimeout: 10_000, attempts: 10, endpoint });

/** Starts an engine and a client for one test, by default with a new data file. */
export const startEngine = async (options: { dataFile?: string; log?: (line: string) => void } = {}) => {
  const { dataFile = join(await newDirectory(), 'database.sqlite') } = options;
  const engine = await startEmbeddedDynamoDb({ ...options, dataFile });
  onTestFinished(() => engine.close());
  const client = clientOf(engine.endpoint);
  onTestFinished(() => client.destroy());
  return { engine, client, dataFile };
};

/** Starts an engine in a process of its own, which can be killed. Returns that process and the engine's process ID. */
export const startEngineInChild = async (options: object = {}) => {
  const script = `
    const { startEmbeddedDynamoDb } = await import('./infra/local/database/engine.ts');
    console.log((await startEmbeddedDynamoDb(${JSON.stringify(options)})).processId());
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = await once(parent.stdout, 'data');
  return { parent, processId: Number(text) };
};
