import { randomBytes } from 'node:crypto';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyToken } from '../../shared/domain/access/key-token.ts';
import {
  logsOf,
  personalTexts,
  secretsIn,
  sendEnquiries,
  sendKeyEverywhere,
} from '../support/stack/stack-logs.ts';
import { openStackStores } from '../support/stack/stack-stores.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { issueKey, type OwnStack, sharedStack, startOwnStack } from './running-stack.ts';

const secretOf = (key: string): string => key.split('_')[3] ?? key;

const neverIssued = createKeyToken('live', randomBytes).token;
const secrets: string[] = [...personalTexts, secretOf(neverIssued)];

const issueSecret = async (dataDirectory: string): Promise<string> => {
  const key = await issueKey(dataDirectory);
  secrets.push(secretOf(key));
  return key;
};

/** Checks that every line is JSON, so that no text can forge another line. The last line may be incomplete. */
const expectLinesOfJson = (log: string): void => {
  const lines = log.split('\n').slice(0, -1);
  expect(lines).not.toEqual([]);
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
};

/**
 * Returns a stack's logs once the log of its functions has these entries, because lines are written after the response.
 */
const logsWith = async (dataDirectory: string, entries: readonly string[]) => {
  const missing = async () => {
    const { 'functions.log': log = '' } = await logsOf(dataDirectory);
    return entries.filter((entry) => !log.includes(entry));
  };
  await expect.poll(missing).toEqual([]);
  return logsOf(dataDirectory);
};

describe('the logs of a running stack', () => {
  const { url, key, dataDirectory } = sharedStack;

  it.each([
    ['/locations/v2/services/x,y', 400],
    ['/locations/v3/workcentres/nope', 404],
    ['/locations/v3/nope', 404],
  ])('contain both ids of the error at %s in one line', async (path, status) => {
    const response = await httpTarget(url, key).send({ path });
    expect(response.status).toBe(status);
    const body: { errors: { id: string }[] } = JSON.parse(response.body);
    const ids = [response.headers['x-amzn-requestid'], ...body.errors.map(({ id }) => id)];
    const { 'functions.log': log = '' } = await logsWith(dataDirectory, ids.map(String));
    expect(log.split('\n').filter((line) => ids.every((id) => line.includes(String(id))))).toHaveLength(1);
  });

  it('contain no key, signature or personal data, whatever was sent (A25, D19)', async () => {
    const key = await issueSecret(dataDirectory);
    const target = httpTarget(url, key);

    expect(await sendEnquiries(target)).toEqual([200, 200, 400, 400, 200, 400, 400, 400, 400, 400]);
    await sendKeyEverywhere(target, key);
    await sendKeyEverywhere(target, neverIssued);
    await sendKeyEverywhere(httpTarget(url, neverIssued), neverIssued);
    expect((await httpTarget(url, `${key}x`).send({ path: '/locations/v2/services' })).status).toBe(401);

    const { headers } = await target.send({ path: '/locations/v3/export/workcentres' });
    const link = new URL(headers.location ?? '');
    const signature = link.searchParams.get('X-Amz-Signature') ?? '';
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    expect((await fetch(link)).status).toBe(200);
    link.searchParams.set('response-content-type', 'text/html');
    expect((await fetch(link)).status).toBe(403);

    // The requests themselves are logged.
    const logs = await logsWith(dataDirectory, [
      'CONSTRAINT_VIOLATION',
      'enquiry stored',
      'key rejected',
      '"KeysRefused":1',
    ]);
    expect(Object.keys(logs).toSorted()).toEqual(['functions.log', 'requests.log', 'stores.log']);
    for (const [name, log] of Object.entries(logs)) {
      expect(secretsIn(log, [...secrets, signature]), name).toEqual([]);
      expectLinesOfJson(log);
    }
  });
});

describe('the logs and output of a failing stack', () => {
  let stack: OwnStack;
  let output = '';
  beforeAll(async () => {
    stack = await startOwnStack();
    for (const stream of [stack.process.stdout, stack.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
  });
  afterAll(() => stack.remove());

  const breakStores = async (): Promise<void> => {
    using stores = await openStackStores(stack.dataDirectory);
    const { documents, s3, credentials, tables, publishedBucket: Bucket } = stores;
    for (const TableName of [tables.enquiries, tables.billers, tables.apiKeys])
      await documents.send(new DeleteTableCommand({ TableName }));
    const Body = `${personalTexts[0]}"`;
    await s3.send(new PutObjectCommand({ Bucket, Key: 'manifest.json', Body }));
    secrets.push(credentials.secretAccessKey);
  };

  it('contain the failure, but no key or personal data, when the stores fail', async () => {
    const { url, dataDirectory } = stack;
    const [key, unseen] = [await issueSecret(dataDirectory), await issueSecret(dataDirectory)];
    const target = httpTarget(url, key);
    expect((await sendEnquiries(target))[0]).toBe(200);

    await breakStores();
    expect(await sendEnquiries(target)).toEqual([503, 503, 503, 400, 503, 400, 400, 400, 400, 400]);
    const statuses = await sendKeyEverywhere(target, unseen);
    // Without its table, the authoriser cannot check a key that is not cached.
    expect(statuses[0]).toBe(500);
    await sendKeyEverywhere(target, neverIssued);
    expect((await target.send({ path: '/bill-management-api/v1/biller-metadata' })).status).toBe(503);
    expect((await target.send({ path: '/bill-management-api/v1/health' })).status).toBe(503);
    expect((await target.send({ path: '/locations/v3/workcentres' })).status).toBe(503);

    const logs = await logsWith(dataDirectory, [
      '"request failed"',
      'ResourceNotFoundException',
      '"AuthoriserFailures"',
    ]);
    for (const [name, log] of Object.entries({ ...logs, output })) {
      expect(secretsIn(log, secrets), name).toEqual([]);
    }
    expectLinesOfJson(logs['functions.log'] ?? '');
  });
});
