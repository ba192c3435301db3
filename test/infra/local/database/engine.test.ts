import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, it } from 'vitest';
import {
  drawEngineAddress,
  type EmbeddedDynamoDb,
  type EmbeddedDynamoDbOptions,
  engineBinary,
  NoEmbeddedEngine,
  startEmbeddedDynamoDb,
} from '../../../../infra/local/database/engine.ts';

const started: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of started.splice(0).reverse()) await each.close();
});

const start = async (options?: EmbeddedDynamoDbOptions): Promise<EmbeddedDynamoDb> => {
  const engine = await startEmbeddedDynamoDb(options);
  started.push(engine);
  return engine;
};

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-dynamodb-'));
  started.push({ close: () => rm(folder, { recursive: true }) });
  return folder;
};

const clientOf = (endpoint: string): DynamoDBDocumentClient => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: 'ap-southeast-2', credentials, maxAttempts: 10 }),
  );
  started.push({ close: () => client.destroy() });
  return client;
};

const createThings = (client: DynamoDBDocumentClient) =>
  client.send(
    new CreateTableCommand({
      TableName: 'things',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );

const idsOf = async (client: DynamoDBDocumentClient) => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: 'things' }));
  return Items.map(({ id }) => id).sort();
};

/** Whether the process runs; one that has ended and that nobody waits for (state Z) does not. */
const isRunning = async (processId: number): Promise<boolean> => {
  const status = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '(gone) Z');
  return !/\) [ZX]/.test(status);
};

it('keeps what it acknowledged when it is killed, and answers again on the same port', async () => {
  const lines: string[] = [];
  const folder = await temporaryFolder();
  const engine = await start({ dataFile: join(folder, 'new', 'data.db'), log: (line) => lines.push(line) });
  const client = clientOf(engine.endpoint);
  await createThings(client);
  const acknowledged: string[] = [];

  for (let round = 0; round < 3; round++) {
    for (let item = 0; item < 20; item++) {
      await client.send(new PutCommand({ TableName: 'things', Item: { id: `${round}-${item}` } }));
      acknowledged.push(`${round}-${item}`);
    }
    process.kill(engine.processId(), 'SIGKILL');
  }

  expect(await idsOf(client)).toEqual(acknowledged.sort());
  expect(lines).toContainEqual(expect.stringContaining('ended by SIGKILL'));
});

it('keeps its data from one start to the next', async () => {
  const dataFile = join(await temporaryFolder(), 'data.db');
  const first = await start({ dataFile });
  await createThings(clientOf(first.endpoint));
  await clientOf(first.endpoint).send(new PutCommand({ TableName: 'things', Item: { id: 'kept' } }));
  await first.close();

  const second = await start({ dataFile });

  expect(await idsOf(clientOf(second.endpoint))).toEqual(['kept']);
});

it('is at an address of this machine that pages do not find, another at each start', async () => {
  const hosts = [await start(), await start()].map(({ endpoint }) => new URL(endpoint).hostname);

  expect(new Set([...hosts, '127.0.0.1']).size).toBe(3);
  for (const host of hosts) expect(host).toMatch(/^127\./);
});

it('does not answer at 127.0.0.1', async () => {
  const { port } = new URL((await start()).endpoint);

  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed');
});

it('is at 127.0.0.1 where the machine does not have the address that was drawn', async () => {
  // Of the addresses that are given to nobody (RFC 5737).
  expect((await drawEngineAddress('192.0.2.1')).href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
});

it('several start at once, each at an address of its own', async () => {
  const engines = await Promise.all([start(), start(), start()]);

  expect(new Set(engines.map(({ endpoint }) => endpoint)).size).toBe(3);
});

it('closing ends the process, and starts no other', async () => {
  const lines: string[] = [];
  const engine = await start({ log: (line) => lines.push(line) });
  const processId = engine.processId();

  await engine.close();

  expect(await isRunning(processId)).toBe(false);
  expect(lines.join()).not.toContain('started again');
});

it('the engine ends when the process that started it is killed', async () => {
  const script = `
    const { startEmbeddedDynamoDb } = await import('./infra/local/database/engine.ts');
    console.log((await startEmbeddedDynamoDb()).processId());
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const processId = await new Promise<number>((resolve) => {
    parent.stdout.once('data', (text) => resolve(Number(text)));
  });
  expect(await isRunning(processId)).toBe(true);

  parent.kill('SIGKILL');

  await expect.poll(() => isRunning(processId)).toBe(false);
});

it('a platform without the engine is told what to use instead', () => {
  expect(() => engineBinary('darwin', 'arm64')).toThrow(NoEmbeddedEngine);
  // Without an address Docker opens the port to the network.
  expect(() => engineBinary('linux', 'arm64')).toThrow(
    / -p 127\.0\.0\.1:8000:8000 .*AWS_ENDPOINT_URL_DYNAMODB=http/,
  );
});
