import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEmbeddedDynamoDb } from '../../../../infra/local/database/engine.ts';
import { isolationObstacle } from '../../../../infra/local/database/isolation.ts';
import { createTables } from '../../../../infra/local/database/tables.ts';
import { documentClient } from '../../../../shared/data-access/clients.ts';
import { newDirectory } from '../new-directory.ts';
import { signedHeaders } from '../s3/signed-request.ts';
import { credentials, region } from '../s3/store-under-test.ts';
import { isRunning, startEngineInChild, tableProperties } from './engine-under-test.ts';

const signature = { region, credentials };
const obstacle = await isolationObstacle();

const clientOf = (endpoint: string, accessKeyId = credentials.accessKeyId) => {
  const signer = { ...credentials, accessKeyId };
  const limits = { requestTimeout: 10_000, attempts: 10 };
  const client = documentClient({ ...limits, region, credentials: signer, endpoint });
  onTestFinished(() => client.destroy());
  return client;
};

const startIsolatedEngine = async (log?: (line: string) => void) => {
  const dataFile = join(await newDirectory(), 'database.sqlite');
  const engine = await startEmbeddedDynamoDb({ dataFile, signature, ...(log && { log }) });
  onTestFinished(() => engine.close());
  const client = clientOf(engine.endpoint);
  await createTables(client, [{ name: 'things', properties: tableProperties }]);
  return { engine, client };
};

/** Returns the process id of an engine's guard, which is the child process that runs Node. */
const guardOf = async (engine: number): Promise<number> => {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (status.includes(`PPid:\t${engine}\n`) && command.startsWith(process.execPath)) return Number(pid);
  }
  return 0;
};

const scan = JSON.stringify({ TableName: 'things' });
const target = { 'x-amz-target': 'DynamoDB_20120810.Scan', 'content-type': 'application/x-amz-json-1.0' };

const signedScan = (endpoint: string, signer: Parameters<typeof signedHeaders>[2] = {}) => {
  const payload = createHash('sha256').update(scan).digest('hex');
  const request = { method: 'POST', path: '/', payload, headers: target };
  return signedHeaders(endpoint, request, { service: 'dynamodb', ...signer });
};

const post = async (endpoint: string, headers: Record<string, string>, body = scan) =>
  (await fetch(endpoint, { method: 'POST', headers, body })).status;

// A verbose reporter shows the reason for skipping.
describe.skipIf(obstacle !== undefined)(
  `an isolated engine${obstacle ? ` (skipped: ${obstacle})` : ''}`,
  () => {
    it('responds only to requests with its signature', async () => {
      const { engine } = await startIsolatedEngine();
      const { endpoint } = engine;
      const signed = await signedScan(endpoint);
      const many = Array.from({ length: 100 }, () => post(endpoint, { ...signed, connection: 'close' }));
      expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
      expect(await post(endpoint, target)).toBe(403);
      const zero = `AWS4-HMAC-SHA256 Credential=0/20260101/${region}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;
      expect(await post(endpoint, { ...target, authorization: zero })).toBe(403);
      expect(await post(endpoint, await signedScan(endpoint, { secretAccessKey: 'guessed' }))).toBe(403);
      expect(await post(endpoint, await signedScan(endpoint, { service: 's3' }))).toBe(403);
      expect(await post(endpoint, signed, JSON.stringify({ TableName: 'other' }))).toBe(403);
      expect(await post(endpoint, { ...signed, 'x-amz-target': 'DynamoDB_20120810.DeleteTable' })).toBe(403);
      const stranger = clientOf(endpoint, 'LOCAL2').send(new ScanCommand({ TableName: 'things' }));
      await expect(stranger).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
    });

    it('rejects web pages, even with a signature', async () => {
      const { engine } = await startIsolatedEngine();
      const { endpoint } = engine;
      const origin = { origin: 'https://evil.example' };
      expect(await post(endpoint, { ...(await signedScan(endpoint)), ...origin })).toBe(403);
      const headers = { ...origin, 'access-control-request-method': 'POST' };
      const preflight = await fetch(endpoint, { method: 'OPTIONS', headers });
      expect(preflight.status).toBe(403);
      expect(preflight.headers.get('access-control-allow-origin')).toBe(null);
    });

    it('keeps acknowledged writes and its endpoint when it or its guard is killed', async () => {
      const lines: string[] = [];
      const { engine, client } = await startIsolatedEngine((line) => lines.push(line));
      const acknowledged: string[] = [];
      for (const processOf of [engine.processId, () => guardOf(engine.processId()), engine.processId]) {
        for (let item = 0; item < 10; item++) {
          const id = String(acknowledged.length);
          const put = new PutCommand({ TableName: 'things', Item: { id } });
          // While namespaces of other tests are being removed, a restart may take longer than the client's attempts.
          await vi
            .waitFor(() => client.send(put), { timeout: 60_000 })
            .catch((cause: unknown) => Promise.reject(new Error(lines.join('\n'), { cause })));
          acknowledged.push(id);
        }
        process.kill(await processOf(), 'SIGKILL');
      }
      const { Items = [] } = await client.send(new ScanCommand({ TableName: 'things' }));
      expect(Items.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
      expect(lines.filter((line) => line.includes('Restarting it')).length).toBeGreaterThanOrEqual(3);
    });

    it('ends together with its guard when its parent process closes it or is killed', async () => {
      const { parent, processId: killed } = await startEngineInChild({ signature });
      const { engine } = await startIsolatedEngine();
      const processes = await Promise.all(
        [killed, engine.processId()].map(async (id) => [id, await guardOf(id)]),
      );
      expect(processes.flat()).not.toContain(0);

      parent.kill('SIGKILL');
      await engine.close();

      const running = () => Promise.all(processes.flat().map(isRunning));
      await expect.poll(running).toEqual([false, false, false, false]);
      await expect(fetch(engine.endpoint)).rejects.toThrow('fetch failed');
    });
  },
);

it('starts without isolation, and reports the reason, if the system does not allow isolation', async () => {
  const folder = await newDirectory();
  const refusal = '#!/bin/sh\necho "unshare failed: Operation not permitted" >&2\nexit 1\n';
  await writeFile(join(folder, 'unshare'), refusal, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const engine = await startEmbeddedDynamoDb({ signature });
  onTestFinished(() => engine.close());
  expect(engine.obstacle).toBe('unshare failed: Operation not permitted');
  expect((await fetch(engine.endpoint)).status).toBe(200);
});
