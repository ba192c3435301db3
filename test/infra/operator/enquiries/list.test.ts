import { describe, expect, it } from 'vitest';
import { enquiriesUnderTest, evil } from '../../../support/enquiries-under-test.ts';
import { referenceOf, storedEnquiry } from '../../../support/tables/stored-enquiry.ts';

const { store, rowOf, enquiries, succeed, listed } = enquiriesUnderTest();

const past = 1_000_000_000;

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
    expect(lines[3]).toMatch(/^1 more; to continue: --cursor \S+$/);
    expect(text + (await succeed('list', '--json'))).not.toMatch(/secret/i);
    expect(await listed('--limit', '1')).toEqual({ numbers: [referenceOf(1)], more: 2 });
  });

  it('continues a list at its cursor, also among enquiries of one millisecond', async () => {
    const submittedAt = '2026-10-01T00:00:00.000Z';
    const rows = [1, 2, 3, 4, 5].map((n) => storedEnquiry(n, n < 4 ? { submittedAt } : {}));
    await store(...rows.toReversed());
    const seen: string[] = [];
    let page = JSON.parse(await succeed('list', '--json', '--limit', '2'));
    for (;;) {
      seen.push(...page.enquiries.map((each: { referenceNumber: string }) => each.referenceNumber));
      if (page.next === null) break;
      expect(page.more).toBe(5 - seen.length);
      page = JSON.parse(await succeed('list', '--json', '--limit', '2', '--cursor', page.next));
    }
    expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5].map(referenceOf).toSorted());
    expect(new Set(seen).size).toBe(5);
    expect(await enquiries('list', '--cursor', 'nonsense')).toMatchObject({ status: 2, stdout: '' });
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
