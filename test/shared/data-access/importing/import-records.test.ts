import { setTimeout as delay } from 'node:timers/promises';
import { BatchWriteCommand, DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BadLine } from '../../../../shared/data-access/importing/import-lines.ts';
import {
  type ImportRequest,
  importRecords,
} from '../../../../shared/data-access/importing/import-records.ts';
import { bucketCount, locationKey } from '../../../../shared/data-access/location-table.ts';
import { billerLine, importLinesOf, locationLine } from '../../../support/networks/import-lines.ts';
import { perFile } from '../../../support/per-test.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';

const embedded = perFile(() => startEmbeddedTables().then(withConsistentReads));

const rowsOf = async (TableName: string) =>
  (await embedded.client.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items ?? [];

type Requests = readonly { readonly PutRequest?: { readonly Item?: Readonly<Record<string, unknown>> } }[];

const countingClient = (respond?: (requests: Requests, call: number) => object) => {
  const sizes: number[] = [];
  const client = new Proxy(embedded.client, {
    get: (target, property) => {
      if (property !== 'send') return Reflect.get(target, property);
      return async (command: BatchWriteCommand) => {
        if (!(command instanceof BatchWriteCommand)) return target.send(command);
        const requests = Object.values(command.input.RequestItems ?? {}).flat();
        sizes.push(requests.length);
        return respond?.(requests, sizes.length) ?? target.send(command);
      };
    },
  });
  return { client, sizes };
};

const unprocessed = (requests: Requests) => ({ UnprocessedItems: { [embedded.tables.locations]: requests } });

type Options = Partial<ImportRequest>;

const runImport = async (lines: readonly unknown[], options: Options = {}) => {
  const badLines: BadLine[] = [];
  const summary = await importRecords({
    kind: 'locations',
    lines: importLinesOf(lines),
    mode: 'replace',
    client: embedded.client,
    tableName: embedded.tables.locations,
    onBadLine: (line) => badLines.push(line),
    ...options,
  });
  return { summary, badLines };
};

const manyLines = (count: number, fields: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, index) => locationLine(`L${index}`, fields));

const storedCodes = async () =>
  (await rowsOf(embedded.tables.locations)).map(({ locationCode }) => locationCode).sort();

describe('importing locations', () => {
  beforeEach(async () => {
    await runImport([], { force: true });
  });

  it('makes no checkpoint for blank lines', async () => {
    const reached: number[] = [];
    const blank = Array(9).fill('');
    const lines = [locationLine('A_PO'), ...blank, locationLine('B_PO'), '', locationLine('C_PO')];
    const onCheckpoint = async ({ line }: { readonly line: number }) => void reached.push(line);
    const { summary } = await runImport(lines, {
      checkpoints: { interval: 2, mustStop: () => false, onCheckpoint },
    });
    expect(reached).toEqual([11, 13]);
    expect(summary).toMatchObject({ read: 3, added: 3 });
  });

  it('G16 reports bad lines by number with a reason, and stores the others', async () => {
    const { summary, badLines } = await runImport([
      locationLine('A_PO'),
      '{"location_code":',
      '   ',
      locationLine('B_PO', { lat: 91 }),
      locationLine('C_PO', { work_centre_id: undefined }),
      '[]',
      locationLine('D_PO'),
    ]);
    expect(summary).toMatchObject({ read: 6, added: 2, failed: 4 });
    expect(badLines.map(({ line }) => line)).toEqual([2, 4, 5, 6]);
    expect(badLines[0]?.reason).toMatch(/^not JSON/);
    expect(badLines[1]?.reason).toContain('lat');
    expect(badLines[2]?.reason).toContain('work_centre_id');
    expect(await storedCodes()).toEqual(['A_PO', 'D_PO']);
  });

  it('G16 uses the first valid line of each key', async () => {
    const { summary, badLines } = await runImport([
      locationLine('A_PO', { lat: 'no number' }),
      locationLine('A_PO', { name: 'FIRST' }),
      locationLine('A_PO', { name: 'SECOND' }),
    ]);
    expect(summary).toMatchObject({ read: 3, added: 1, failed: 2 });
    expect(badLines[1]).toEqual({ source: 'file', line: 3, reason: 'A_PO is a duplicate of line 2' });
    expect(await rowsOf(embedded.tables.locations)).toMatchObject([{ name: 'FIRST' }]);
  });

  it('writes nothing if the lines differ only in the order of fields', async () => {
    const lines = manyLines(60);
    await runImport(lines);
    const { client, sizes } = countingClient();
    const again = lines.map((line) => Object.fromEntries(Object.entries(line).reverse()));
    const { summary } = await runImport(again, { client });
    expect(summary).toMatchObject({ read: 60, added: 0, changed: 0, unchanged: 60, removed: 0 });
    expect(sizes).toEqual([]);
  });

  it('keeps the stored record of a bad line only if no line with the same (case-sensitive) key is valid', async () => {
    await runImport([locationLine('A'), locationLine('a')]);
    const kept: string[] = [];
    const observer = { onLine() {}, onRecord() {}, onKept: (key: string) => kept.push(key) };
    const { summary } = await runImport(
      [locationLine('A', { type: 'SHOP' }), locationLine('a', { type: 'SHOP' }), locationLine('A')],
      { observer },
    );
    expect(summary).toMatchObject({ unchanged: 1, removed: 0, failed: 2, kept: 1 });
    expect(kept).toEqual(['a']);
  });

  it('overwrites a row that was not written by an import', async () => {
    const { client, tables } = embedded;
    await client.send(new PutCommand({ TableName: tables.locations, Item: { ...locationKey('A') } }));
    const { summary } = await runImport([locationLine('A')]);
    expect(summary).toMatchObject({ added: 0, changed: 1 });
  });

  it("ignores a row in another code's bucket", async () => {
    await runImport([locationLine('A')]);
    const [stored] = await rowsOf(embedded.tables.locations);
    const elsewhere = { ...stored, bucket: (locationKey('A').bucket + 1) % bucketCount };
    const { client, tables } = embedded;
    await client.send(new DeleteCommand({ TableName: tables.locations, Key: { ...locationKey('A') } }));
    await client.send(new PutCommand({ TableName: tables.locations, Item: elsewhere }));
    expect((await runImport([locationLine('A')])).summary).toMatchObject({ added: 1, unchanged: 0 });
    const Key = { bucket: elsewhere.bucket, locationCode: 'A' };
    await client.send(new DeleteCommand({ TableName: tables.locations, Key }));
  });

  it('removes nothing if reading the input fails', async () => {
    await runImport([locationLine('A')]);
    const broken = async function* () {
      yield* importLinesOf([locationLine('B')]);
      throw new Error('cut off');
    };
    await expect(runImport([], { lines: broken() })).rejects.toThrow('cut off');
    expect(await storedCodes()).toContain('A');
  });

  it.each([
    ['of 25 records', 60, '', [25, 25, 10]],
    ['of at most 512 kB', 4, 'x'.repeat(300_000), [2, 2]],
  ])('writes batches %s', async (_size, count, name, expected) => {
    const { client, sizes } = countingClient(() => ({}));
    expect((await runImport(manyLines(count, { directions: name }), { client })).summary).toMatchObject({
      added: count,
    });
    expect(sizes).toEqual(expected);
  });

  it('G17 retries unprocessed records', async () => {
    const { client, sizes } = countingClient((requests, call) =>
      unprocessed(call <= 3 ? requests.slice(-2) : []),
    );
    expect((await runImport(manyLines(10), { client, pause: async () => {} })).summary).toMatchObject({
      added: 10,
    });
    expect(sizes).toEqual([10, 2, 2, 2]);
  });

  it('G17 fails and removes nothing if the store never processes a write', async () => {
    await runImport([locationLine('A')]);
    const { client, sizes } = countingClient(unprocessed);
    const running = runImport([locationLine('B')], { client, pause: async () => {} });
    await expect(running).rejects.toThrow('left 1 items unprocessed in 10 attempts');
    expect(sizes).toHaveLength(10);
    expect(await storedCodes()).toEqual(['A']);
  });

  it('is not writing any more when it fails', async () => {
    const { client, sizes } = countingClient((requests, call) => {
      if (call === 1) throw new Error('connection refused');
      return unprocessed(call <= 4 ? requests : []);
    });
    await expect(runImport(manyLines(75), { client, pause: () => delay(5) })).rejects.toThrow('refused');
    const { length } = sizes;
    await delay(50);
    expect(sizes).toHaveLength(length);
  });

  it('stops at the first store error', async () => {
    const { client, sizes } = countingClient(() => {
      throw new Error('connection refused');
    });
    await expect(runImport(manyLines(1_000), { client })).rejects.toThrow('connection refused');
    expect(sizes.length).toBeLessThan(10);
  });
});

it('importing billers does not affect bill types', async () => {
  const billers: Options = { kind: 'billers', tableName: embedded.tables.billers };
  const billTypes: Options = { kind: 'bill-types', tableName: embedded.tables.billers };
  await runImport([billerLine('A'), billerLine('B')], billers);
  await runImport([{ code: 'A', name: 'Water' }], billTypes);
  expect((await runImport([billerLine('B')], billers)).summary).toMatchObject({ unchanged: 1, removed: 1 });
  const rows = await rowsOf(embedded.tables.billers);
  expect(rows.map(({ kind, code }) => `${kind} ${code}`).sort()).toEqual(['BILLER B', 'BILL_TYPE A']);
});
