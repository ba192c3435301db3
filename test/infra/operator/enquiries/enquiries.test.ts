import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DeleteCommand, GetCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deployedStage } from '../../../support/deployed-stage.ts';
import { type OperatorStack, startOperatorStack } from '../../../support/operator-stack.ts';
import { runWaypost } from '../../../support/run-waypost.ts';
import { referenceOf, storedEnquiry, storeRows } from '../../../support/stored-enquiry.ts';

let stack: OperatorStack;
beforeAll(async () => {
  stack = await startOperatorStack();
});
afterAll(() => stack.close());

const table = () => ({ client: stack.embedded.client, tableName: stack.embedded.tables.enquiries });
const store = (...rows: ReturnType<typeof storedEnquiry>[]) => storeRows(table(), rows);

const rowOf = async (index: number) => {
  const { client, tableName } = table();
  const Key = { id: `ENQUIRY#${referenceOf(index)}` };
  return (await client.send(new GetCommand({ TableName: tableName, Key }))).Item;
};

const enquiries = (...args: readonly string[]) =>
  runWaypost(['enquiries', ...args, '--data-dir', stack.dataDirectory]);

const succeed = async (...args: readonly string[]) => {
  const { status, stdout, stderr } = await enquiries(...args);
  expect(status, stderr).toBe(0);
  return stdout;
};

const listed = async (...args: readonly string[]) => {
  const { enquiries: found, more } = JSON.parse(await succeed('list', '--json', ...args));
  return { numbers: found.map(({ referenceNumber }: { referenceNumber: string }) => referenceNumber), more };
};

const past = 1_000_000_000;
const evil = '\u001b[2J\u009b31m\r\u202eevil\u0000\u2028';

beforeEach(async () => {
  const { client, tableName: TableName } = table();
  for await (const { Items = [] } of paginateScan({ client }, { TableName }))
    for (const { id } of Items) await client.send(new DeleteCommand({ TableName, Key: { id } }));
});

describe('waypost enquiries list', () => {
  it('shows open ones, oldest first, without personal data, and how many more there are', async () => {
    await store(
      storedEnquiry(3),
      storedEnquiry(1),
      storedEnquiry(2, { status: 'CLOSED' }),
      storedEnquiry(4, { biller: null }),
    );
    const text = await succeed('list', '--limit', '2');
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^REFERENCE +SUBMITTED +AGE +CLIENT +TYPE +BILLER +STATUS$/);
    expect(lines[1]).toMatch(
      new RegExp(`^${referenceOf(1)}  2026-10-01T00:01Z  \\d+ days +Public site  PAYMENT  AGL +OPEN$`),
    );
    expect(lines[2]).toContain(referenceOf(3));
    expect(lines[3]).toBe('1 more; --limit shows more of them');
    expect(text + (await succeed('list', '--json'))).not.toMatch(/secret/i);
    expect(await listed('--limit', '1')).toEqual({ numbers: [referenceOf(1)], more: 2 });
  });

  it('selects by status and by time, and puts both parts of the index in one order', async () => {
    await store(
      ...[1, 2, 3, 4, 5, 6].map((n) => storedEnquiry(n, { status: n % 2 === 0 ? 'CLOSED' : 'OPEN' })),
    );
    const numbers = (...indexes: number[]) => ({ numbers: indexes.map(referenceOf), more: 0 });
    const since = ['--since', '2026-10-01T00:02:00Z'];
    const lists = await Promise.all([
      listed('--status', 'all'),
      listed('--status', 'closed'),
      listed('--status', 'all', ...since, '--until', '2026-10-01T11:05:00+11:00'),
      listed('--status', 'all', ...since, '--limit', '4'),
      listed('--since', '2026-10-02'),
    ]);
    expect(lists).toEqual([
      numbers(1, 2, 3, 4, 5, 6),
      numbers(2, 4, 6),
      numbers(2, 3, 4),
      { ...numbers(2, 3, 4, 5), more: 1 },
      numbers(),
    ]);
  });

  it('G19 shows none whose time is over, though the store has not deleted it', async () => {
    await store(storedEnquiry(1, { expiresAt: past }), storedEnquiry(2));
    const [list, show, close, exported] = await Promise.all([
      listed(),
      enquiries('show', referenceOf(1)),
      enquiries('close', referenceOf(1)),
      succeed('export'),
    ]);
    expect(list).toEqual({ numbers: [referenceOf(2)], more: 0 });
    for (const ended of [show, close]) expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(await rowOf(1)).toMatchObject({ status: 'OPEN' });
    expect(exported).not.toContain(referenceOf(1));
  });

  it('keeps tests of partners apart', async () => {
    await store(storedEnquiry(1, { sandbox: true }), storedEnquiry(2));
    expect(await listed()).toEqual({ numbers: [referenceOf(2)], more: 0 });
    expect(await listed('--sandbox')).toEqual({ numbers: [referenceOf(1)], more: 0 });
  });

  it('shows those of an earlier release as open, and lets them end', async () => {
    const earlier = { status: undefined, sandbox: undefined, expiresAt: undefined };
    const fresh = new Date(Date.now() - 60_000).toISOString();
    await store(storedEnquiry(1, { ...earlier, submittedAt: fresh }), storedEnquiry(2));
    expect(await listed()).toEqual({ numbers: [referenceOf(2), referenceOf(1)], more: 0 });
    const month = 30 * 24 * 60 * 60;
    expect(await rowOf(1)).toMatchObject({
      status: 'OPEN',
      sandbox: false,
      expiresAt: Math.floor(Date.parse(fresh) / 1_000) + month,
    });
    expect(await rowOf(2)).toEqual(storedEnquiry(2));
    // One that a function of the former release wrote while the new one was delivered.
    await store(storedEnquiry(3, { ...earlier, submittedAt: fresh }));
    expect((await listed()).numbers).toContain(referenceOf(3));
  });

  it('leaves out what cannot be read, and says so', async () => {
    await store(storedEnquiry(1), storedEnquiry(2, { client: 7 }));
    const { status, stdout, stderr } = await enquiries('list');
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `the row ENQUIRY#${referenceOf(2)} cannot be read: client\n`,
    });
    expect(stdout).toContain(referenceOf(1));
  });

  it('D19 D21 shows what a terminal would obey, and never sends it', async () => {
    await store(storedEnquiry(1, { enquiryType: evil, client: 'Site\n\u001b]0;x\u0007' }));
    for (const args of [['list'], ['list', '--json'], ['show', referenceOf(1), '--json']]) {
      const text = await succeed(...args);
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
      expect(text).toContain('\\u001b[2J\\u009b31m');
    }
    expect(JSON.parse(await succeed('list', '--json')).enquiries[0].enquiryType).toBe(evil);
  });
});

describe('waypost enquiries show', () => {
  it('shows all that its sender wrote, by the number as it was read aloud', async () => {
    await store(storedEnquiry(1, { enquiryDetails: `First line\r\nsecond ${evil}<script>` }));
    const spoken = ` ${referenceOf(1).toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`;
    const text = await succeed('show', spoken);
    expect(text).toContain(`reference   ${referenceOf(1)}\n`);
    for (const part of ['Secretfirst1', 'Secretlast1', 'secret1@example.org', 'secretbill1', 'deleted at'])
      expect(text).toContain(part);
    expect(text).toContain('details     First line\n            second \\u001b[2J');
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(await succeed('show', referenceOf(1), '--json'))).toMatchObject({
      referenceNumber: referenceOf(1),
      enquiryDetails: `First line\r\nsecond ${evil}<script>`,
      paymentDate: null,
      deletedAt: '2100-01-01T00:00:00.000Z',
    });
  });

  it('tells a wrong number by its check character, before any stack is looked for', async () => {
    const wrong = referenceOf(1).replace(/.$/, (last) => (last === '7' ? '8' : '7'));
    for (const [number, message] of [
      [wrong, 'Its check character does not agree'],
      ['7K3M', 'Expected a reference number'],
    ] as const) {
      const args = ['enquiries', 'show', number, '--data-dir', path.join(stack.dataDirectory, 'nowhere')];
      const { status, stderr } = await runWaypost(args);
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
    }
  });

  it('says that there is none', async () => {
    const { status, stderr } = await enquiries('show', referenceOf(9));
    expect(status).toBe(1);
    expect(stderr).toBe(
      `waypost: there is no enquiry ${referenceOf(9)}: the number belongs to another stack, or the enquiry's time was over and it was deleted\n`,
    );
  });
});

describe('waypost enquiries close', () => {
  it('keeps who closed it, when and with what words; a second time changes nothing', async () => {
    await store(storedEnquiry(1), storedEnquiry(2, { status: undefined }));
    const before = new Date().toISOString();
    const [one, other] = [referenceOf(1), referenceOf(2)];
    expect(await succeed('close', one, other, one.toLowerCase(), '--note', ' Refunded ')).toBe(
      `${one} closed\n${other} closed\n`,
    );
    const row = await rowOf(1);
    expect(row).toMatchObject({ status: 'CLOSED', closingNote: 'Refunded', closedBy: expect.any(String) });
    expect(row?.closedAt >= before).toBe(true);
    expect(await succeed('close', one, '--note', 'Other')).toBe(
      `${one} was closed at ${row?.closedAt} by ${row?.closedBy}\n`,
    );
    expect(await rowOf(1)).toEqual(row);
    expect(await succeed('show', one)).toMatch(/^closed by .+\nnote +Refunded$/m);
    expect(await listed()).toEqual({ numbers: [], more: 0 });
  });

  it('closes the others where one is not there, and ends with 1', async () => {
    await store(storedEnquiry(1));
    const { status, stdout, stderr } = await enquiries('close', referenceOf(8), referenceOf(1));
    expect({ status, stdout }).toEqual({ status: 1, stdout: `${referenceOf(1)} closed\n` });
    expect(stderr).toContain(`there is no enquiry ${referenceOf(8)}:`);
    expect(await rowOf(8)).toBeUndefined();
  });

  it('can be taken back', async () => {
    await store(storedEnquiry(1));
    const number = referenceOf(1);
    expect(await succeed('reopen', number)).toBe(`${number} was open\n`);
    await succeed('close', number, '--note', 'Refunded');
    expect(await succeed('reopen', number)).toBe(`${number} open again\n`);
    expect(await rowOf(1)).toEqual(storedEnquiry(1));
    expect(await enquiries('reopen', referenceOf(8))).toMatchObject({ status: 1, stdout: '' });
  });

  it('works on a deployed stage, found by its outputs', async () => {
    await store(storedEnquiry(1));
    const stage = await deployedStage(stack);
    try {
      const args = ['enquiries', 'list', '--stage', 'dev', '--json'];
      const { status, stdout, stderr } = await runWaypost(args, { environment: stage.environment });
      expect(status, stderr).toBe(0);
      expect(JSON.parse(stdout).enquiries).toHaveLength(1);
    } finally {
      stage.close();
    }
  });
});

describe('waypost enquiries export', () => {
  const file = () => path.join(stack.dataDirectory, 'enquiries.csv');
  afterEach(async () => {
    const left = await readdir(stack.dataDirectory);
    expect(left.filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  it('D20 quotes formulas in CSV alone, and leaves JSON exact', async () => {
    const formulas = ["=cmd|' /C calc'!A0", '+1', '-1', '@x', '\tx', '\n=1', '\r=1'];
    await store(...formulas.map((lastname, index) => storedEnquiry(index, { lastname, billId: null })));
    const csv = await succeed('export');
    expect(csv).toMatch(/^referenceNumber,status,submittedAt,client,sandbox,firstname,lastname,email,/);
    for (const formula of formulas) expect(csv).toContain(`"'${formula}"`);
    const lines = (await succeed('export', '--format', 'ndjson')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).lastname)).toEqual(formulas);
    const whole = JSON.parse(await succeed('export', '--format', 'json'));
    expect(whole.map(({ lastname }: { lastname: string }) => lastname)).toEqual(formulas);
  });

  it('writes a file of its owner alone, complete or not at all', async () => {
    await writeFile(file(), 'the former one', { mode: 0o644 });
    await store(...Array.from({ length: 250 }, (_, index) => storedEnquiry(index)));
    const { status, stdout, stderr } = await enquiries('export', '--output', file());
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: '',
      stderr: `250 exported to ${file()}\n`,
    });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    const rows = (await readFile(file(), 'utf8')).trimEnd().split('\r\n');
    expect(rows).toHaveLength(251);
    expect(rows.slice(1).map((row) => row.slice(1, 16))).toEqual(
      Array.from({ length: 250 }, (_, index) => referenceOf(index)),
    );
  });

  it('writes nothing where the file cannot be, and an empty list where there are none', async () => {
    const { status, stderr } = await enquiries('export', '--output', path.join(file(), 'x', 'y'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^waypost: .* cannot be written \(EN\w+\); --output names another file\n$/);
    expect(await succeed('export', '--format', 'json')).toBe('[]\n');
    expect(await succeed('export', '--format', 'ndjson')).toBe('');
  });

  const wrong: readonly [readonly string[], string][] = [
    [['list', '--since', 'yesterday'], 'expected a date'],
    [['list', '--since', '2026-11-02', '--until', '2026-11-01'], 'is not after --since'],
    [['list', '--limit', '0'], 'Expected a number from 1 to 1000'],
    [['export', '--format', 'xml'], 'csv, json, ndjson'],
    [['close', referenceOf(1), '--note', ' '], 'Expected 1 to 2000 characters'],
    [['close'], "missing required argument 'reference'"],
  ];
  it('ends wrong usage with 2 and says what is wrong, as the other commands do', async () => {
    const ends = await Promise.all(wrong.map(([args]) => enquiries(...args)));
    for (const [index, { status, stdout, stderr }] of ends.entries()) {
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(wrong[index]?.[1]);
    }
  });
});
