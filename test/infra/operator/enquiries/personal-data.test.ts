import { DeleteCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { erasureId } from '../../../../shared/data-access/billing/enquiry-erasure.ts';
import { recoveryDays } from '../../../../shared/domain/billing/enquiry.ts';
import { enquiriesUnderTest } from '../../../support/enquiries-under-test.ts';
import { dynamoDbAccessDenied } from '../../../support/faults/fault-proxy.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';
import { referenceOf, storedEnquiry } from '../../../support/tables/stored-enquiry.ts';

const { stack, store, rowOf, enquiries, succeed, injectFault } = enquiriesUnderTest();

const rowsOf = async (role: 'enquiries' | 'apiKeyEvents') => {
  const { client, tables } = stack().embedded;
  const rows: Record<string, unknown>[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tables[role] }))
    rows.push(...Items);
  return rows;
};

beforeEach(async () => {
  const { client, tables } = stack().embedded;
  for (const { keyId, event } of await rowsOf('apiKeyEvents'))
    await client.send(new DeleteCommand({ TableName: tables.apiKeyEvents, Key: { keyId, event } }));
});

type Entry = { action: string; count: number; by: string; details: object; reason?: string };
const trail = async (...args: readonly string[]): Promise<Entry[]> =>
  JSON.parse(await succeed('audit', '--json', ...args)).entries;

const email = 'Zoë@Example.org';
const numbersIn = (json: string) =>
  JSON.parse(json).enquiries.map(({ referenceNumber }: { referenceNumber: string }) => referenceNumber);

describe('waypost enquiries find', () => {
  it('finds all enquiries of a person and no others, however the address is written', async () => {
    await store(
      storedEnquiry(4, { email: ' ZOE\u0308@EXAMPLE.ORG ' }),
      storedEnquiry(1, { email }),
      storedEnquiry(2, { email: `x${email}` }),
      storedEnquiry(3, { email: 'zoë@example.org', status: 'CLOSED', sandbox: true }),
      storedEnquiry(5, { email, expiresAt: 1_000_000_000 }),
    );
    expect(numbersIn(await succeed('find', '--email', 'zoë@example.ORG', '--json'))).toEqual(
      [1, 3, 4].map(referenceOf),
    );
    const text = await succeed('find', '--email', email);
    for (const part of ['Secretfirst1', 'secretbill3', 'enquiry details   Secret details 4', 'delete after'])
      expect(text).toContain(part);
    expect(text).not.toContain('Secretfirst2');
    expect(await succeed('find', '--email', 'nobody@example.org')).toBe('no enquiries\n');
  });

  it('continues at a cursor, and reports how many more there are', async () => {
    await store(...[1, 2, 3].map((index) => storedEnquiry(index, { email })));
    const first = JSON.parse(await succeed('find', '--email', email, '--limit', '2', '--json'));
    expect(first.more).toBe(1);
    const rest = await succeed('find', '--email', email, '--cursor', first.next, '--json');
    expect([...numbersIn(JSON.stringify(first)), ...numbersIn(rest)]).toEqual([1, 2, 3].map(referenceOf));
    expect(JSON.parse(rest)).toMatchObject({ more: 0, next: null });
    expect(await succeed('find', '--email', email, '--limit', '1')).toMatch(
      /\n2 more; to continue: --cursor \S+\n$/,
    );
  });

  it("lists the person's unreadable enquiries, and exits with 1", async () => {
    await store(
      storedEnquiry(1, { email }),
      storedEnquiry(2, { email, client: 7 }),
      storedEnquiry(3, { email, submittedAt: 'x', indexStatus: 'OPEN' }),
      storedEnquiry(4, { email, expiresAt: 'x' }),
      storedEnquiry(5, { email: `x${email}`, client: 7 }),
      storedEnquiry(6, { email: 7 }),
    );
    const { status, stdout, stderr } = await enquiries('find', '--email', email, '--json');
    const found = JSON.parse(stdout);
    expect({ status, found: numbersIn(stdout) }).toEqual({ status: 1, found: [referenceOf(1)] });
    expect(found.unreadable.toSorted()).toEqual([2, 3, 4].map(referenceOf).toSorted());
    expect(stderr).toContain(`the row ENQUIRY#${referenceOf(6)} cannot be read: email\n`);
    expect((await enquiries('find', '--email', email)).stdout).toMatch(
      new RegExp(`^cannot be read: .*${referenceOf(2)}`, 'm'),
    );
  });

  test.for(['ada-1', 'secret person@example.org', ''])(
    'does not repeat an invalid address: %j',
    async (text) => {
      const { status, stderr, stdout } = await enquiries('find', '--email', text, '--json');
      const { message } = JSON.parse(stdout).error;
      expect({ status, message }).toEqual({ status: 2, message: '--email is not an email address' });
      if (text) expect(stderr + stdout).not.toContain(text);
    },
  );
});

describe('waypost enquiries erase', () => {
  const erase = (...indexes: readonly number[]) =>
    enquiries('erase', ...indexes.map(referenceOf), '--reason', 'erasure request 7');

  it('erases enquiries, and records who erased them, when and why, for longer than any backup is kept', async () => {
    const soon = Math.floor(Date.now() / 1_000) + 3_600;
    await store(storedEnquiry(1, { expiresAt: soon, sandbox: true }), storedEnquiry(2), storedEnquiry(3));
    const [one, other] = [referenceOf(1), referenceOf(2)];
    expect(await succeed('erase', one, other, one.toLowerCase(), '--reason', 'erasure request 7')).toBe(
      `${one} erased\n${other} erased\n`,
    );
    const rows = new Map((await rowsOf('enquiries')).map((row) => [row.id, row]));
    expect([...rows.keys()].toSorted()).toEqual(
      [erasureId(one), erasureId(other), `ENQUIRY#${referenceOf(3)}`].toSorted(),
    );
    expect(rows.get(erasureId(one))).toEqual({
      id: erasureId(one),
      erasedAt: expect.stringMatching(/^20/),
      erasedBy: expect.any(String),
      reason: 'erasure request 7',
      sandbox: true,
      expiresAt: expect.any(Number),
    });
    // A table that was restored earlier may contain the enquiry until it expires.
    expect(rows.get(erasureId(one))?.expiresAt).toBeGreaterThan(Date.now() / 1_000 + recoveryDays * 86_400);
    expect(rows.get(erasureId(other))?.expiresAt).toBe(storedEnquiry(2).expiresAt);
    for (const command of ['show', 'close'])
      expect(await enquiries(command, one)).toMatchObject({ status: 1, stdout: '' });
    expect(await succeed('erase', one, '--reason', 'again')).toBe(`${one} was erased before\n`);
    const stderr = expect.stringContaining(referenceOf(9));
    expect(await erase(9)).toEqual({ status: 1, stdout: '', stderr });
    expect(await trail('--action', 'erased')).toMatchObject([
      { count: 1, reason: 'erasure request 7', details: { referenceNumbers: [one] } },
      { count: 1, details: { referenceNumbers: [other] } },
    ]);
  });

  it('erases enquiries that have expired or cannot be read', async () => {
    await store(
      storedEnquiry(1, { expiresAt: 1_000_000_000 }),
      storedEnquiry(2, { expiresAt: 'x', email: 7 }),
    );
    await erase(1, 2);
    expect([await rowOf(1), await rowOf(2)]).toEqual([undefined, undefined]);
  });

  it('if an enquiry cannot be erased, prints the result for those before it', async () => {
    await store(storedEnquiry(1), storedEnquiry(2));
    await erase(1);
    await injectFault(dynamoDbAccessDenied, 'TransactWriteItems');
    expect(await erase(1, 2)).toMatchObject({ status: 1, stdout: `${referenceOf(1)} was erased before\n` });
    const args = ['erase', referenceOf(1), referenceOf(2), '--reason', 'erasure request 7'];
    const { stdout } = await enquiries(...args, '--json');
    expect(JSON.parse(stdout)).toEqual({
      erased: [{ referenceNumber: referenceOf(1), changed: false }],
      missing: [],
      error: expect.objectContaining({ code: 'access_denied' }),
    });
  });

  it('erases an enquiry once, with a single entry, even if the response is lost', async () => {
    await store(storedEnquiry(1));
    await injectFault({ kind: 'lose answer' }, 'TransactWriteItems', 1);
    expect(await erase(1)).toMatchObject({ status: 0 });
    expect(await trail()).toHaveLength(1);
  });

  it('with --again, erases only previously erased enquiries that a restored table brought back', async () => {
    await store(storedEnquiry(1), storedEnquiry(2), storedEnquiry(3));
    await erase(1, 2);
    // The restored table contains no records of the erasures.
    const { client, tables } = stack().embedded;
    const Key = { id: erasureId(referenceOf(1)) };
    await client.send(new DeleteCommand({ TableName: tables.enquiries, Key }));
    await store(storedEnquiry(1));
    const again = () => succeed('erase', '--again', '--reason', 'table restored');
    expect(await again()).toBe(`${referenceOf(1)} erased again\n`);
    expect((await rowsOf('enquiries')).map(({ id }) => id).toSorted()).toEqual(
      [erasureId(referenceOf(1)), erasureId(referenceOf(2)), `ENQUIRY#${referenceOf(3)}`].toSorted(),
    );
    expect(await again()).toBe('the table has no erased enquiries\n');
    const reasons = (await trail()).map(({ reason }) => reason);
    expect(reasons).toEqual(['erasure request 7', 'erasure request 7', 'table restored']);
  });

  test.for([[], [referenceOf(1), '--again']])('needs either reference numbers or --again: %j', async (args) =>
    expect(await enquiries('erase', ...args, '--reason', 'a request')).toMatchObject({ status: 2 }),
  );
});

describe('waypost enquiries audit', () => {
  it('records every show, find and export with actor, time and count, but not list, and no personal data', async () => {
    await store(...[1, 2, 3].map((index) => storedEnquiry(index, { email: 'secret@example.org' })));
    await succeed('list');
    await succeed('show', referenceOf(2));
    await succeed('find', '--email', 'secret@example.org', '--limit', '2');
    await succeed('find', '--email', 'secret-nobody@example.org');
    await succeed('export', '--since', '2026-10-01T00:02:00Z', '--format', 'ndjson');
    const selection = { status: 'all', since: '2026-10-01T00:02:00.000Z', sandbox: false, format: 'ndjson' };
    expect((await trail()).map(({ action, count, details }) => [action, count, details])).toEqual([
      ['SHOWN', 1, { referenceNumbers: [referenceOf(2)] }],
      ['FOUND', 2, { referenceNumbers: [1, 2].map(referenceOf) }],
      ['FOUND', 0, { referenceNumbers: [] }],
      ['EXPORTED', 2, selection],
    ]);
    for (const { by } of await trail()) expect(by).toMatch(/^\S.*@\S+$/);
    expect(JSON.stringify(await rowsOf('apiKeyEvents'))).not.toMatch(/secret/i);
    const [headings, first] = (await succeed('audit')).split('\n');
    expect(headings).toMatch(/^AT +WHAT +ENQUIRIES +BY +DETAILS +REASON$/);
    expect(first).toMatch(new RegExp(`^20\\S+Z +SHOWN +1 +\\S+ +${referenceOf(2)}$`));
  });

  it('filters by action and time, continues at a cursor, and is separate from the key audit trail', async () => {
    await store(storedEnquiry(1), storedEnquiry(2));
    for (const index of [1, 2, 1]) await succeed('show', referenceOf(index));
    await succeed('erase', referenceOf(1), '--reason', 'erasure request 7');
    expect(await trail('--action', 'erased')).toHaveLength(1);
    expect(await trail('--since', '1d')).toHaveLength(4);
    expect(await trail('--since', new Date(Date.now() + 60_000).toISOString())).toEqual([]);
    const page = JSON.parse(await succeed('audit', '--action', 'shown', '--limit', '2', '--json'));
    expect(page).toMatchObject({ entries: [{ action: 'SHOWN' }, { action: 'SHOWN' }], more: 1 });
    expect(await trail('--action', 'shown', '--cursor', page.next)).toHaveLength(1);
    expect(await succeed('audit', '--limit', '1')).toMatch(/\n3 more; to continue: --cursor \S+\n$/);
    const keys = await runWaypost(['keys', 'audit', '--data-dir', stack().dataDirectory]);
    expect(keys).toEqual({ status: 0, stdout: 'no entries\n', stderr: '' });
  });

  it('prevents a command from showing anything if its entry cannot be written', async () => {
    await store(storedEnquiry(1));
    await injectFault(dynamoDbAccessDenied, 'TransactWriteItems');
    for (const args of [
      ['show', referenceOf(1)],
      ['find', '--email', 'secret1@example.org'],
      ['export', '--format', 'ndjson'],
    ]) {
      const { status, stdout, stderr } = await enquiries(...args);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).not.toMatch(/secret/i);
    }
  });

  it('omits an entry that cannot be read', async () => {
    const { client, tables } = stack().embedded;
    const Item = { keyId: 'ENQUIRIES', event: '2026-01-01T00:00:00.000Z#x', action: 'BURNT' };
    await client.send(new PutCommand({ TableName: tables.apiKeyEvents, Item }));
    await store(storedEnquiry(1));
    await succeed('show', referenceOf(1));
    expect(await trail()).toHaveLength(1);
  });
});
