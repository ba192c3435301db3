import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { CreateTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { keyRepository } from '../../../shared/data-access/access/key-repository.ts';
import { eraseEnquiry, erasureId } from '../../../shared/data-access/billing/enquiry-erasure.ts';
import {
  markImportStarted,
  readLastImport,
  readUnfinishedImport,
} from '../../../shared/data-access/importing/import-mark.ts';
import { locationKey } from '../../../shared/data-access/location-table.ts';
import {
  dynamoDbAccessDenied,
  type FaultProxy,
  type ProxiedRequest,
  startFaultProxy,
  throughputExceeded,
} from '../../support/faults/fault-proxy.ts';
import { keyOperator, storedKey } from '../../support/key-operator.ts';
import { queueFile, reportRunningImport } from '../../support/stack/import-states.ts';
import { type OperatorStack, startOperatorStack } from '../../support/stack/operator-stack.ts';
import { runWaypost } from '../../support/stack/run-waypost.ts';
import { putRows } from '../../support/tables/embedded-tables.ts';
import { referenceOf } from '../../support/tables/stored-enquiry.ts';

const stack = await startOperatorStack();
let proxy: FaultProxy;
beforeEach(async () => {
  proxy = await startFaultProxy(stack.embedded.engine.endpoint);
  await stack.describe({ dynamoDbEndpoint: proxy.endpoint });
});
afterEach(() => proxy[Symbol.asyncDispose]());
afterAll(() => stack.close());

type Item = Record<string, unknown>;
type Role = keyof OperatorStack['embedded']['tables'];

/**
 * Creates a table with the key schema of a stack's table and with the given items, like a point-in-time restore.
 * Returns the table's name.
 */
const tableLike = async (role: Role, items: readonly Item[] = []): Promise<string> => {
  const { client, tables } = stack.embedded;
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tables[role] }));
  const TableName = `restored-${randomUUID()}`;
  const { KeySchema = [], AttributeDefinitions: all = [] } = Table ?? {};
  const names = KeySchema.map(({ AttributeName }) => AttributeName);
  const AttributeDefinitions = all.filter(({ AttributeName }) => names.includes(AttributeName));
  const description = { TableName, KeySchema, AttributeDefinitions, BillingMode: 'PAY_PER_REQUEST' } as const;
  await client.send(new CreateTableCommand(description));
  await put(TableName, items);
  return TableName;
};

const put = (tableName: string, items: readonly Item[]) =>
  putRows({ client: stack.embedded.client, tableName }, items);

const itemsIn = async (TableName: string): Promise<Map<unknown, Item>> => {
  const found: Item[] = [];
  for await (const { Items = [] } of paginateScan({ client: stack.embedded.client }, { TableName }))
    found.push(...Items);
  return new Map(found.map((item) => [item.id ?? item.keyId ?? item.code ?? item.serviceCode, item]));
};

const empty = async (TableName: string, ...key: readonly string[]) => {
  const { client } = stack.embedded;
  for await (const { Items = [] } of paginateScan({ client }, { TableName }))
    for (const item of Items) {
      const Key = Object.fromEntries(key.map((name) => [name, item[name]]));
      await client.send(new DeleteCommand({ TableName, Key }));
    }
};

const restore = (kind: string, from: string, ...args: readonly string[]) =>
  runWaypost(['restore', kind, '--from-table', from, ...args, '--data-dir', stack.dataDirectory]);

const countsOf = async (...args: Parameters<typeof restore>) =>
  JSON.parse((await restore(...args, '--json')).stdout);

/** Prevents the restore from writing a page until the returned function has been called. */
const holdWrites = () => {
  let isHeld = true;
  const isWrite = ({ operation }: ProxiedRequest) => operation === 'BatchWriteItem';
  proxy.inject(throughputExceeded, { when: (request) => isWrite(request) && isHeld });
  const release = () => {
    isHeld = false;
  };
  return { release, started: proxy.next(isWrite) };
};

/** Denies calls of an operation after the first `after` calls. */
const deny = (denied: string, after = 0) => {
  const when = ({ operation }: ProxiedRequest) => operation === denied && proxy.received(denied) > after;
  proxy.inject(dynamoDbAccessDenied, { when });
};

const nowSeconds = Math.floor(Date.now() / 1_000);
const enquiry = (number: number, changes: Item = {}): Item => ({
  id: `ENQUIRY#${number}`,
  lastname: `Secretname${number}`,
  email: `secret${number}@example.org`,
  amount: 12.34,
  tags: new Set(['b', 'a']),
  nested: { list: [1, 'two', null], bytes: new Uint8Array([1, 2, 3]) },
  ...changes,
});
const manyEnquiries = (length: number, changes: Item = {}) =>
  Array.from({ length }, (_, number) => enquiry(1_000 + number, changes));

describe('waypost restore of enquiries', () => {
  let from: string;
  let own: string;
  beforeEach(async () => {
    own = stack.embedded.tables.enquiries;
    await empty(own, 'id');
    const living = enquiry(4, { expiresAt: nowSeconds + 3_600 });
    const expired = enquiry(5, { expiresAt: nowSeconds - 1 });
    from = await tableLike('enquiries', [enquiry(1), enquiry(2), enquiry(3), living, expired]);
    // The second enquiry has changed since the backup, the third has not, and the ninth is newer than the backup.
    await put(own, [enquiry(2, { lastname: 'Newer' }), enquiry(3), enquiry(9)]);
  });

  const restored = ['ENQUIRY#1', 'ENQUIRY#2', 'ENQUIRY#3', 'ENQUIRY#4', 'ENQUIRY#9'];

  it('G21 copies missing items, keeps later changes, and prints only counts', async () => {
    const before = await itemsIn(from);
    expect(await restore('enquiries', from)).toEqual({
      status: 0,
      stdout: [
        'items of the table: enquiries, and records of requests with an idempotency key',
        'read                 5',
        'missing              2  copied',
        'differing            1  not copied; --overwrite replaces them',
        'equal                1',
        'expired              1  skipped',
        '',
      ].join('\n'),
      stderr: `comparing the items of ${from} with those of ${own} ...\n`,
    });
    const items = await itemsIn(own);
    expect([...items.keys()].toSorted()).toEqual(restored);
    expect(items.get('ENQUIRY#1')).toEqual(enquiry(1));
    expect(items.get('ENQUIRY#2')).toMatchObject({ lastname: 'Newer' });
    expect(items.get('ENQUIRY#9')).toEqual(enquiry(9));
    expect(await itemsIn(from)).toEqual(before);
  });

  it('G21 overwrites differing items with --overwrite, and is idempotent', async () => {
    const request = { kind: 'enquiries', fromTable: from, overwrite: true, dryRun: false };
    const compared = { read: 5, missing: 2, differing: 1, equal: 1, expired: 1, erased: 0 };
    const counts = { ...request, ...compared, copied: 2, overwritten: 1 };
    expect(await countsOf('enquiries', from, '--overwrite')).toEqual(counts);
    const items = await itemsIn(own);
    expect([...items.keys()].toSorted()).toEqual(restored);
    expect(items.get('ENQUIRY#2')).toEqual(enquiry(2));
    const again = await countsOf('enquiries', from, '--overwrite');
    expect(again).toMatchObject({ missing: 0, differing: 0, equal: 4, copied: 0 });
  });

  const erase = (number: number) =>
    runWaypost([
      ...['enquiries', 'erase', erasable[number] ?? '', '--reason', 'erasure request 7'],
      ...['--data-dir', stack.dataDirectory],
    ]);
  const erasable = [1, 2].map((index) => referenceOf(700 + index));

  it('skips erased enquiries, even with --overwrite or if the table was lost', async () => {
    const rows = erasable.map((number) => enquiry(0, { id: `ENQUIRY#${number}` }));
    await put(from, rows);
    await put(own, rows);
    expect(await erase(0)).toMatchObject({ status: 0, stdout: `${erasable[0]} erased\n` });
    const stdout = expect.stringMatching(/^erased +1 {2}skipped$/m);
    expect(await restore('enquiries', from, '--overwrite')).toMatchObject({ status: 0, stdout });
    const ids = [...(await itemsIn(own)).keys()];
    expect(ids).not.toContain(`ENQUIRY#${erasable[0]}`);
    expect(ids).toContain(`ENQUIRY#${erasable[1]}`);
    // The record of the erasure is lost with the table, but its entry in the audit trail remains.
    await empty(own, 'id');
    expect(await countsOf('enquiries', from)).toMatchObject({ read: 7, missing: 5, expired: 1, erased: 1 });
    expect([...(await itemsIn(own)).keys()]).not.toContain(`ENQUIRY#${erasable[0]}`);
  });

  it('erases copied enquiries again if they were erased while their page was being copied', async () => {
    const number = referenceOf(710);
    await put(from, [enquiry(0, { id: `ENQUIRY#${number}` })]);
    await put(own, [enquiry(0, { id: `ENQUIRY#${number}`, lastname: 'Newer' })]);
    const { release, started } = holdWrites();
    const restoring = restore('enquiries', from, '--overwrite');
    await started;
    const change = { by: 'ada@office', reason: 'erasure request 7' };
    expect(await eraseEnquiry(stack.embedded, number, change)).toBe('erased');
    release();
    expect(await restoring).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^1 erased again, because they were erased during a restore$/m),
    });
    const ids = [...(await itemsIn(own)).keys()];
    expect(ids).toContain(erasureId(number));
    expect(ids).not.toContain(`ENQUIRY#${number}`);
  });

  it('only counts in a dry run', async () => {
    const before = await itemsIn(own);
    const stdout = expect.stringMatching(
      /^dry run: nothing was written\n.*missing +2 {2}would be copied\ndiffering +1 {2}would be overwritten\n/s,
    );
    const dryRun = await restore('enquiries', from, '--overwrite', '--dry-run');
    expect(dryRun).toMatchObject({ status: 0, stdout });
    expect(await itemsIn(own)).toEqual(before);
  });

  it('compares several pages and batches of keys', async () => {
    const padding = 'x'.repeat(3_000);
    await put(from, manyEnquiries(450, { padding }));
    await put(own, manyEnquiries(210, { padding }));
    const counts = await countsOf('enquiries', from);
    expect(counts).toMatchObject({ read: 455, missing: 242, equal: 211, copied: 242 });
    expect((await itemsIn(own)).size).toBe(455);
  });

  it('stops if the store fails, and completes when the command is run again', async () => {
    await put(from, manyEnquiries(200));
    // Four batches are written concurrently, so at least one has been stored when the fifth starts.
    deny('BatchWriteItem', 4);
    const { status, stdout } = await restore('enquiries', from, '--json');
    const remedy = expect.stringMatching(/^Run the restore again/);
    const error = { code: 'access_denied', message: 'the restore failed: not for you', remedy };
    expect({ status, ...JSON.parse(stdout) }).toEqual({ status: 1, error });
    const half = (await itemsIn(own)).size;
    expect(half).toBeGreaterThan(3);
    expect(half).toBeLessThan(205);

    proxy.pass();
    const again = await countsOf('enquiries', from);
    // The table also has a newer item and an item that differs from the backup. Neither was copied.
    expect(again.missing + again.equal).toBe(203);
    // Batches in flight may still be stored shortly after the command has stopped.
    expect(again.equal).toBeGreaterThanOrEqual(half - 2);
    expect(again.missing).toBeGreaterThan(0);
    expect(again.copied).toBe(again.missing);
    expect((await itemsIn(own)).size).toBe(205);
  });

  it('reports a missing permission', async () => {
    deny('DescribeTable');
    const stderr = expect.stringContaining(`describing the table ${own} was denied: not for you.`);
    expect(await restore('enquiries', from)).toMatchObject({ status: 1, stderr });
  });
});

describe('waypost restore of keys', () => {
  const { client, tables } = stack.embedded;
  const operator = keyOperator(stack.embedded);
  const issue = async () => (await operator.issue()).record;
  const deleteKey = (keyId: string) =>
    client.send(new DeleteCommand({ TableName: tables.apiKeys, Key: { keyId } }));

  it('never reactivates revoked keys, restores expired keys, and records each in the audit trail', async () => {
    const [kept, lost, ended] = [await issue(), await issue(), await issue()];
    // The backup is from before two keys were revoked. Since then, one row was lost and the third key got an expiry.
    const expired = storedKey('expired', { expiresAt: '2026-01-01T00:00:00.000Z' });
    const lostRow = { ...lost, ofANewerRelease: 1 };
    const from = await tableLike('apiKeys', [{ ...kept }, lostRow, { ...ended }, { ...expired }]);
    await operator.revoke(kept.keyId);
    await operator.revoke(lost.keyId);
    await deleteKey(lost.keyId);
    await put(tables.apiKeys, [{ ...ended, expiresAt: '2026-11-22T00:00:00.000Z' }]);

    const { stdout } = await restore('keys', from, '--overwrite');
    expect(stdout).toMatch(/^missing +2 {2}copied\ndiffering +2 {2}1 overwritten, the others unchanged$/m);
    const keys = await itemsIn(tables.apiKeys);
    const revoked = { status: 'REVOKED', revokedAt: expect.stringMatching(/Z$/) };
    expect(keys.get(kept.keyId)).toMatchObject(revoked);
    expect(keys.get(lost.keyId)).toMatchObject({ ...revoked, ofANewerRelease: 1 });
    expect(keys.get(ended.keyId)).toEqual(ended);
    expect(keys.get('expired')).toEqual(expired);
    const trailOf = (keyId: string) => keyRepository(stack.embedded).trail(keyId);
    const actions = async (keyId: string) => (await trailOf(keyId)).map(({ action }) => action);
    expect(await actions(kept.keyId)).toEqual(['ISSUED', 'REVOKED']);
    expect(await actions(lost.keyId)).toEqual(['ISSUED', 'REVOKED', 'RESTORED']);
    expect((await trailOf(ended.keyId)).at(-1)).toMatchObject({
      action: 'RESTORED',
      by: `${userInfo().username}@${hostname()}`,
      reason: `restored from ${from}`,
      details: { client: ended.client, status: 'ACTIVE', expiresAt: 'never' },
    });
  });

  it.each([
    { isLost: true, args: [] },
    { isLost: false, args: ['--overwrite'] },
  ])(
    'never extends keys that were rotated or shortened since the backup (rows lost: $isLost)',
    async ({ isLost, args }) => {
      const [rotated, shortened, overtaken] = [await issue(), await issue(), await issue()];
      const from = await tableLike('apiKeys', [{ ...rotated }, { ...shortened }, { ...overtaken }]);
      const successor = (await operator.rotate(rotated.keyId, 0)).record;
      const expiresAt = '2026-11-22T00:00:00.000Z';
      await keyRepository(stack.embedded).expire(shortened.keyId, expiresAt, { by: 'ada@office' });
      const before = await itemsIn(tables.apiKeys);
      expect(before.get(rotated.keyId)).toMatchObject({ rotatedTo: successor.keyId });
      // As if this key was rotated between the read of the trail and the write of the key.
      await put(tables.apiKeys, [{ ...overtaken, expiresAt, rotatedTo: successor.keyId }]);
      if (isLost) for (const { keyId } of [rotated, shortened]) await deleteKey(keyId);
      const counts = await countsOf('keys', from, ...args);
      expect(counts).toMatchObject(isLost ? { copied: 2 } : { differing: 3, overwritten: 2 });
      const keys = await itemsIn(tables.apiKeys);
      expect(keys.get(rotated.keyId)).toEqual(before.get(rotated.keyId));
      expect(keys.get(shortened.keyId)).toEqual({ ...shortened, expiresAt });
      expect(keys.get(overtaken.keyId)).toMatchObject({ expiresAt, rotatedTo: successor.keyId });
    },
  );
});

describe('waypost restore of imported tables', () => {
  it('compares composite and numeric keys', async () => {
    const biller = { kind: 'BILLER', code: '1', name: 'One' };
    const billers = await tableLike('billers', [biller, { kind: 'BILL_TYPE', code: '1', name: 'Type' }]);
    await put(stack.embedded.tables.billers, [biller]);
    expect(await countsOf('billers', billers)).toMatchObject({ missing: 1, equal: 1, copied: 1 });
    const service = { serviceCode: 7, name: 'Seven' };
    const services = await tableLike('capabilities', [service]);
    expect(await countsOf('capabilities', services)).toMatchObject({ copied: 1 });
    expect(await countsOf('capabilities', services)).toMatchObject({ equal: 1 });
    expect((await itemsIn(stack.embedded.tables.capabilities)).get(7)).toEqual(service);
  });

  test.for([
    ['locations', 'an import is running', () => reportRunningImport(stack.bucket.imports)],
    ['billers', 'files are waiting to be imported', async () => queueFile(stack.dataDirectory)],
  ] as const)('is rejected for %s while %s, unless it is a dry run', async ([kind, message, begin]) => {
    const from = await tableLike(kind);
    const end = await begin();
    const { status, stdout, stderr } = await restore(kind, from);
    const dryRun = await restore(kind, from, '--dry-run');
    await end();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`waypost: ${message}. Repeat this restore when`);
    expect(dryRun.status).toBe(0);
    expect(await restore(kind, from)).toMatchObject({ status: 0 });
  });
});

describe('waypost restore of published tables', () => {
  let from: string;
  beforeEach(async () => {
    const keys = Array.from({ length: 120 }, (_, number) => ({ ...locationKey(`L${number}`) }));
    from = await tableLike('locations', keys);
    await empty(stack.embedded.tables.locations, 'bucket', 'locationCode');
    const { client, bucket } = stack.bucket;
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'last-import.json' }));
  });

  const stopHalfway = async () => {
    deny('BatchWriteItem', 2);
    const stderr = expect.stringContaining('Nothing is published until it has finished');
    expect(await restore('locations', from)).toMatchObject({ status: 1, stderr });
    proxy.pass();
  };

  it('blocks publications after an interruption until the restore is run again', async () => {
    await stopHalfway();
    const mark = { kind: 'locations', mode: 'merge', restoredFrom: from };
    expect(await readUnfinishedImport(stack.bucket)).toMatchObject(mark);
    expect(await restore('locations', from)).toMatchObject({ status: 0 });
    expect((await readLastImport(stack.bucket)).mark).toHaveProperty('endedAt');
  });

  it('is completed by a restore of the same kind from any table, but not by a restore of another kind', async () => {
    await stopHalfway();
    const { mark } = await readLastImport(stack.bucket);
    const ofServices = await restore('capabilities', await tableLike('capabilities'));
    expect(ofServices.stderr).toContain(`the restore of locations from the table ${from} that started at`);
    expect((await readLastImport(stack.bucket)).mark).toEqual(mark);
    const other = await tableLike('locations');
    expect(await restore('locations', other)).toMatchObject({ status: 0 });
    const completed = { restoredFrom: other, endedAt: expect.any(String) };
    expect((await readLastImport(stack.bucket)).mark).toMatchObject(completed);
  });

  it('keeps the marker of an interrupted import, and reports that publishing is blocked', async () => {
    const mark = { kind: 'services', mode: 'replace', startedAt: '2026-11-20T00:00:00.000Z' } as const;
    await markImportStarted(stack.bucket, mark);
    const { status, stdout, stderr } = await restore('locations', from, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ copied: 120 });
    expect(stderr).toContain('the import of services that started at 2026-11-20T00:00:00.000Z stopped half');
    expect((await readLastImport(stack.bucket)).mark).toEqual(mark);
  });

  it('fails if an import starts meanwhile, which may remove copied items or publish only some of them', async () => {
    const { release, started } = holdWrites();
    const restoring = restore('locations', from, '--json');
    await started;
    const mark = { kind: 'locations', mode: 'replace', startedAt: '2026-11-20T00:00:00.000Z' } as const;
    await markImportStarted(stack.bucket, mark);
    release();
    const { status, stdout } = await restoring;
    const { code, message } = JSON.parse(stdout).error;
    expect({ status, code }).toEqual({ status: 1, code: 'held' });
    expect(message).toMatch(/^an import or a restore started while the locations of .* were being copied/);
    expect((await readLastImport(stack.bucket)).mark).toEqual(mark);
  });

  it('leaves no marker if it could not start', async () => {
    expect(await restore('locations', 'nowhere')).toMatchObject({ status: 1 });
    expect(await restore('locations', from, '--dry-run')).toMatchObject({ status: 0 });
    expect(await readLastImport(stack.bucket)).toEqual({});
  });
});

const otherKey = /its key is kind \(HASH S\), code \(RANGE S\), but the key of .* is id \(HASH S\)\n/;
test.for<[string, () => Promise<string>, number, string | RegExp]>([
  ['a missing table', async () => 'nowhere', 1, 'the table nowhere does not exist. Restore a table first'],
  ['its own table', async () => stack.embedded.tables.enquiries, 2, "is the stack's own table. Use --from"],
  ['a table with a different key', () => tableLike('billers'), 1, otherKey],
])('waypost restore rejects %s', async ([, table, status, message]) => {
  const stderr = expect.stringMatching(message);
  expect(await restore('enquiries', await table())).toEqual({ status, stdout: '', stderr });
});
