import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { type AttributeDefinition, CreateTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { BatchWriteCommand, DeleteCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyRepository } from '../../../../shared/data-access/access/key-repository.ts';
import {
  markImportBegun,
  readLastImport,
  readUnfinishedImport,
} from '../../../../shared/data-access/importing/import-mark.ts';
import { locationKey } from '../../../../shared/data-access/location-table.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/faults/fault-proxy.ts';
import type { Fault } from '../../../support/faults/fault-proxy-fault.ts';
import { keyOperator } from '../../../support/key-operator.ts';
import { deployedStage } from '../../../support/stack/deployed-stage.ts';
import { type OperatorStack, startOperatorStack } from '../../../support/stack/operator-stack.ts';
import { queueFile } from '../../../support/stack/queued-file.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';
import { reportRunningImport } from '../../../support/stack/running-import.ts';
import { storedKey } from '../../../support/tables/stored-key.ts';

let stack: OperatorStack;
beforeAll(async () => {
  stack = await startOperatorStack();
});
afterAll(() => stack.close());

type Item = Record<string, unknown>;
type Role = keyof OperatorStack['embedded']['tables'];

/** An empty table with the key of the stack's own, as a restore to a point in time makes one. */
const tableLike = async (role: Role): Promise<string> => {
  const { client, tables } = stack.embedded;
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tables[role] }));
  const TableName = `restored-${randomUUID()}`;
  const { KeySchema = [], AttributeDefinitions = [] } = Table ?? {};
  const isOfKey = ({ AttributeName }: AttributeDefinition) =>
    KeySchema.some((part) => part.AttributeName === AttributeName);
  await client.send(
    new CreateTableCommand({
      TableName,
      KeySchema,
      AttributeDefinitions: AttributeDefinitions.filter(isOfKey),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  return TableName;
};

const put = async (TableName: string, items: readonly Item[]) => {
  for (let start = 0; start < items.length; start += 25) {
    const requests = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await stack.embedded.client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
  }
};

const itemsIn = async (TableName: string): Promise<Map<unknown, Item>> => {
  const found: Item[] = [];
  for await (const { Items = [] } of paginateScan({ client: stack.embedded.client }, { TableName }))
    found.push(...Items);
  return new Map(found.map((item) => [item.id ?? item.keyId ?? item.code ?? item.serviceCode, item]));
};

const restore = (kind: string, from: string, ...args: readonly string[]) =>
  runWaypost(['restore', kind, '--from-table', from, ...args, '--data-dir', stack.dataDirectory]);

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

const denied: Fault = {
  kind: 'answer',
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({ __type: 'AccessDeniedException', message: 'not for you' }),
};

describe('waypost restore of enquiries', () => {
  let from: string;
  let own: string;
  beforeEach(async () => {
    own = stack.embedded.tables.enquiries;
    for (const id of (await itemsIn(own)).keys())
      await stack.embedded.client.send(new DeleteCommand({ TableName: own, Key: { id } }));
    from = await tableLike('enquiries');
    await put(from, [
      enquiry(1),
      enquiry(2),
      enquiry(3),
      enquiry(4, { expiresAt: nowSeconds + 3_600 }),
      enquiry(5, { expiresAt: nowSeconds - 1 }),
    ]);
    // The second was changed since, the third is as it was, the ninth is newer than what was restored.
    await put(own, [enquiry(2, { lastname: 'Newer' }), enquiry(3), enquiry(9)]);
  });

  const newer = { id: 'ENQUIRY#2', lastname: 'Newer' };
  const ids = (items: Map<unknown, Item>) => [...items.keys()].toSorted();
  const restored = ['ENQUIRY#1', 'ENQUIRY#2', 'ENQUIRY#3', 'ENQUIRY#4', 'ENQUIRY#9'];

  it('G21 copies what is missing, whole, and leaves what was written since', async () => {
    const { status, stdout, stderr } = await restore('enquiries', from);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `comparing the items of ${from} with those of ${own} ...\n`,
    });
    expect(stdout).toBe(
      [
        'items of the table: enquiries, and records of requests with an idempotency key',
        'read                 5',
        'missing              2  copied',
        'differing            1  left; --overwrite replaces them',
        'equal                1',
        'expired              1  left out',
        '',
      ].join('\n'),
    );
    const items = await itemsIn(own);
    expect(ids(items)).toEqual(restored);
    expect(items.get('ENQUIRY#1')).toEqual(enquiry(1));
    expect(items.get('ENQUIRY#2')).toMatchObject(newer);
    expect(items.get('ENQUIRY#9')).toEqual(enquiry(9));
  });

  it('G21 overwrites what differs where it is told to, and finds all equal when it is repeated', async () => {
    const first = await restore('enquiries', from, '--overwrite', '--json');
    expect(JSON.parse(first.stdout)).toEqual({
      kind: 'enquiries',
      fromTable: from,
      overwrite: true,
      dryRun: false,
      read: 5,
      missing: 2,
      differing: 1,
      equal: 1,
      expired: 1,
      copied: 2,
      overwritten: 1,
    });
    const items = await itemsIn(own);
    expect(ids(items)).toEqual(restored);
    expect(items.get('ENQUIRY#2')).toEqual(enquiry(2));
    const again = await restore('enquiries', from, '--overwrite', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ missing: 0, differing: 0, equal: 4, copied: 0 });
  });

  it('writes nothing in a dry run, and counts the same', async () => {
    const before = await itemsIn(own);
    const { status, stdout } = await restore('enquiries', from, '--overwrite', '--dry-run');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^dry run: nothing was written\n/);
    expect(stdout).toMatch(/^missing +2 {2}would be copied$/m);
    expect(stdout).toMatch(/^differing +1 {2}would be overwritten$/m);
    expect(await itemsIn(own)).toEqual(before);
  });

  it('prints counts alone, nothing of what people wrote', async () => {
    const ended = await Promise.all([
      restore('enquiries', from, '--dry-run'),
      restore('enquiries', from, '--json', '--overwrite'),
    ]);
    expect(JSON.stringify(ended)).not.toMatch(/secret|ENQUIRY#/i);
  });

  it('changes nothing of the table that was restored', async () => {
    const before = await itemsIn(from);
    await restore('enquiries', from, '--overwrite');
    expect(await itemsIn(from)).toEqual(before);
  });

  it('compares more than a page and more than one batch of keys', async () => {
    const padding = 'x'.repeat(3_000);
    await put(
      from,
      Array.from({ length: 1_500 }, (_, number) => enquiry(1_000 + number, { padding })),
    );
    await put(
      own,
      Array.from({ length: 700 }, (_, number) => enquiry(1_000 + number, { padding })),
    );
    const { stdout } = await restore('enquiries', from, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ read: 1_505, missing: 802, equal: 701, copied: 802 });
    expect((await itemsIn(own)).size).toBe(1_505);
  });

  describe('through a store that fails', () => {
    let proxy: FaultProxy;
    beforeEach(async () => {
      proxy = await startFaultProxy(stack.embedded.engine.endpoint);
      await stack.describe({ dynamoDbEndpoint: proxy.endpoint });
    });
    afterEach(async () => {
      await stack.describe();
      await proxy[Symbol.asyncDispose]();
    });
    it('says that it stopped half-way, and goes on where it is repeated', async () => {
      await put(
        from,
        Array.from({ length: 200 }, (_, number) => enquiry(1_000 + number)),
      );
      // Four batches are under way at most: one was stored when the fifth comes.
      proxy.inject(denied, {
        when: ({ operation }) => operation === 'BatchWriteItem' && proxy.received('BatchWriteItem') > 4,
      });
      const { status, stdout, stderr } = await restore('enquiries', from);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain('the restore stopped before its end: not for you. Repeating it is safe');
      const half = (await itemsIn(own)).size;
      expect(half).toBeGreaterThan(3);
      expect(half).toBeLessThan(205);

      proxy.pass();
      const again = JSON.parse((await restore('enquiries', from, '--json')).stdout);
      // The two of its own that were not copied are the newer one and the one that differs.
      expect(again.missing + again.equal).toBe(203);
      // Batches that were under way may be stored a moment later than it stopped.
      expect(again.equal).toBeGreaterThanOrEqual(half - 2);
      expect(again.missing).toBeGreaterThan(0);
      expect(again.copied).toBe(again.missing);
      expect((await itemsIn(own)).size).toBe(205);
    });

    it('says what the role of whoever runs it lacks', async () => {
      proxy.inject(denied, { when: ({ operation }) => operation === 'DescribeTable' });
      const { status, stderr } = await restore('enquiries', from);
      expect(status).toBe(1);
      expect(stderr).toContain(`describing the table ${own} is denied: not for you.`);
    });
  });

  it('works on a deployed stage, found by its outputs', async () => {
    const stage = await deployedStage(stack);
    try {
      const args = ['restore', 'enquiries', '--from-table', from, '--stage', 'dev', '--json'];
      const { status, stdout } = await runWaypost(args, { environment: stage.environment });
      expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 0, copied: 2, differing: 1 });
    } finally {
      stage.close();
    }
  });
});

describe('waypost restore of other tables', () => {
  it('leaves a key that was revoked since revoked, and brings back one that has expired', async () => {
    const { client, tables } = stack.embedded;
    const from = await tableLike('apiKeys');
    const expired = storedKey('expired', { expiresAt: '2026-01-01T00:00:00.000Z' });
    await put(from, [{ ...storedKey('revoked') }, { ...expired }]);
    const revoked = storedKey('revoked', { status: 'REVOKED', revokedAt: '2026-11-21T01:00:00.000Z' });
    await client.send(new PutCommand({ TableName: tables.apiKeys, Item: revoked }));
    const { status, stdout } = await restore('keys', from, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      missing: 1,
      differing: 1,
      expired: 0,
      copied: 1,
      overwritten: 0,
    });
    const keys = await itemsIn(tables.apiKeys);
    expect(keys.get('revoked')).toEqual(revoked);
    expect(keys.get('expired')).toEqual(expired);
  });

  it('makes no key good again that was revoked, and writes down each key that it brings back', async () => {
    const { client, tables } = stack.embedded;
    const from = await tableLike('apiKeys');
    const operator = keyOperator(stack.embedded);
    const request = { client: 'Backed up', scopes: ['locations-v2' as const], plan: 'partner' as const };
    const [kept, lost, ended] = await Promise.all(
      [1, 2, 3].map(async () => (await operator.issue({ ...request, environment: 'test' })).record),
    );
    if (!kept || !lost || !ended) expect.fail();
    // A backup from before two of them were revoked; of one the row was lost since, another was given an end.
    await put(from, [{ ...kept }, { ...lost, ofANewerRelease: 1 }, { ...ended }]);
    await operator.revoke(kept.keyId);
    await operator.revoke(lost.keyId);
    await client.send(new DeleteCommand({ TableName: tables.apiKeys, Key: { keyId: lost.keyId } }));
    await put(tables.apiKeys, [{ ...ended, expiresAt: '2026-11-22T00:00:00.000Z' }]);

    const { stdout } = await restore('keys', from, '--overwrite');
    expect(stdout).toMatch(/^missing +1 {2}copied\ndiffering +2 {2}1 overwritten, the others left$/m);
    const keys = await itemsIn(tables.apiKeys);
    expect(keys.get(kept.keyId)).toMatchObject({ status: 'REVOKED' });
    expect(keys.get(lost.keyId)).toMatchObject({
      status: 'REVOKED',
      revokedAt: expect.stringMatching(/Z$/),
      ofANewerRelease: 1,
    });
    expect(keys.get(ended.keyId)).toEqual(ended);
    const events = keyRepository(stack.embedded);
    const actions = async (keyId: string) => (await events.trail(keyId)).map(({ action }) => action);
    expect(await actions(kept.keyId)).toEqual(['ISSUED', 'REVOKED']);
    expect(await actions(lost.keyId)).toEqual(['ISSUED', 'REVOKED', 'RESTORED']);
    expect((await events.trail(ended.keyId)).at(-1)).toMatchObject({
      action: 'RESTORED',
      by: `${userInfo().username}@${hostname()}`,
      reason: `restored from ${from}`,
      details: { client: 'Backed up', status: 'ACTIVE', expiresAt: 'never' },
    });
  });

  it('tells items apart by both parts of a key, and by numbers', async () => {
    const billers = await tableLike('billers');
    await put(billers, [
      { kind: 'BILLER', code: '1', name: 'One' },
      { kind: 'BILL_TYPE', code: '1', name: 'Type' },
    ]);
    await put(stack.embedded.tables.billers, [{ kind: 'BILLER', code: '1', name: 'One' }]);
    expect(JSON.parse((await restore('billers', billers, '--json')).stdout)).toMatchObject({
      missing: 1,
      equal: 1,
      copied: 1,
    });
    const capabilities = await tableLike('capabilities');
    await put(capabilities, [{ serviceCode: 7, name: 'Seven' }]);
    expect(JSON.parse((await restore('capabilities', capabilities, '--json')).stdout)).toMatchObject({
      copied: 1,
    });
    expect((await itemsIn(stack.embedded.tables.capabilities)).get(7)).toEqual({
      serviceCode: 7,
      name: 'Seven',
    });
  });

  it('does not come between an import and what it writes, and a dry run looks on', async () => {
    const from = await tableLike('locations');
    const endImport = await reportRunningImport(stack.bucket.imports);
    try {
      const { status, stdout, stderr } = await restore('locations', from);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain('waypost: an import is running. Repeat the restore when');
      expect(await restore('locations', from, '--dry-run')).toMatchObject({ status: 0 });
    } finally {
      await endImport();
    }
    expect(await restore('locations', from)).toMatchObject({ status: 0 });
  });

  it('does not come before a file that waits for its import', async () => {
    const from = await tableLike('billers');
    await put(from, [{ kind: 'BILLER', code: 'queued', name: 'Behind a file' }]);
    const imported = queueFile(stack.dataDirectory);
    const { status, stderr } = await restore('billers', from);
    imported();
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('waypost: the stack has files to import. Repeat the restore when'),
    });
    expect(await restore('billers', from)).toMatchObject({ status: 0 });
  });
});

describe('waypost restore of what is published', () => {
  let from: string;
  let proxy: FaultProxy;
  beforeEach(async () => {
    from = await tableLike('locations');
    await put(
      from,
      Array.from({ length: 120 }, (_, number) => ({ ...locationKey(`L${number}`) })),
    );
    await emptyLocations();
    await stack.bucket.client.send(
      new DeleteObjectCommand({ Bucket: stack.bucket.bucket, Key: 'last-import.json' }),
    );
    proxy = await startFaultProxy(stack.embedded.engine.endpoint);
    await stack.describe({ dynamoDbEndpoint: proxy.endpoint });
  });
  afterEach(async () => {
    await stack.describe();
    await proxy[Symbol.asyncDispose]();
  });

  const emptyLocations = async () => {
    const { client, tables } = stack.embedded;
    for await (const { Items = [] } of paginateScan({ client }, { TableName: tables.locations }))
      for (const { bucket, locationCode } of Items)
        await client.send(new DeleteCommand({ TableName: tables.locations, Key: { bucket, locationCode } }));
  };
  const stopHalfWay = async () => {
    proxy.inject(denied, {
      when: ({ operation }) => operation === 'BatchWriteItem' && proxy.received('BatchWriteItem') > 2,
    });
    const stopped = await restore('locations', from);
    proxy.pass();
    return stopped;
  };

  it('keeps publications back from half of it, until it is repeated', async () => {
    const { status, stderr } = await stopHalfWay();
    expect(status).toBe(1);
    expect(stderr).toContain('and nothing is published until it has ended');
    expect(await readUnfinishedImport(stack.bucket)).toMatchObject({
      kind: 'locations',
      mode: 'merge',
      restoredFrom: from,
    });
    expect(await restore('locations', from)).toMatchObject({ status: 0 });
    expect((await readLastImport(stack.bucket)).mark).toHaveProperty('endedAt');
  });

  it('is mended by a restore of the kind from another table, and by none of another kind', async () => {
    await stopHalfWay();
    const { mark } = await readLastImport(stack.bucket);
    const ofServices = await restore('capabilities', await tableLike('capabilities'));
    expect(ofServices.stderr).toContain(`the restore of locations from the table ${from} that began at`);
    expect((await readLastImport(stack.bucket)).mark).toEqual(mark);
    const other = await tableLike('locations');
    expect(await restore('locations', other)).toMatchObject({ status: 0 });
    expect((await readLastImport(stack.bucket)).mark).toMatchObject({
      restoredFrom: other,
      endedAt: expect.any(String),
    });
  });

  it('leaves the mark of an import that stopped half-way, and says that nothing is published', async () => {
    const mark = { kind: 'services', mode: 'replace', startedAt: '2026-11-20T00:00:00.000Z' } as const;
    await markImportBegun(stack.bucket, mark);
    const { status, stdout, stderr } = await restore('locations', from, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ copied: 120 });
    expect(stderr).toContain(
      'the import of services that began at 2026-11-20T00:00:00.000Z stopped half-way',
    );
    expect((await readLastImport(stack.bucket)).mark).toEqual(mark);
  });

  it('leaves no mark where it did not begin: with a name that no table has, or as a dry run', async () => {
    expect(await restore('locations', 'nowhere')).toMatchObject({ status: 1 });
    expect(await restore('locations', from, '--dry-run')).toMatchObject({ status: 0 });
    expect(await readLastImport(stack.bucket)).toEqual({});
  });
});

describe('waypost restore', () => {
  it('says that there is no such table', async () => {
    const { status, stdout, stderr } = await restore('enquiries', 'nowhere');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`waypost: there is no table nowhere beside ${stack.embedded.tables.enquiries}.`);
    expect(stderr).toContain('restore-table-to-point-in-time');
  });

  it('refuses to restore a table from itself', async () => {
    const { status, stderr } = await restore('keys', stack.embedded.tables.apiKeys);
    expect(status).toBe(2);
    expect(stderr).toContain("is the stack's own table");
  });

  it('refuses a table of another key, and names both', async () => {
    const { status, stderr } = await restore('enquiries', await tableLike('billers'));
    expect(status).toBe(1);
    expect(stderr).toContain('its key is kind (HASH S), code (RANGE S), that of');
    expect(stderr).toContain('is id (HASH S)\n');
  });
});
