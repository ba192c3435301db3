import { describe, expect, it, onTestFinished } from 'vitest';
import { enquiriesUnderTest, evil } from '../../../support/enquiries-under-test.ts';
import { deployedStage } from '../../../support/stack/deployed-stage.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';
import { referenceOf, storedEnquiry } from '../../../support/tables/stored-enquiry.ts';

const { stack, store, rowOf, enquiries, succeed, listed } = enquiriesUnderTest();

const past = 1_000_000_000;
const earlier = { status: undefined, sandbox: undefined, expiresAt: undefined };

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
    const fresh = new Date(Date.now() - 60_000).toISOString();
    await store(storedEnquiry(1, { ...earlier, submittedAt: fresh }), storedEnquiry(2));
    const first = await enquiries('list', '--json');
    expect(JSON.parse(first.stdout).enquiries).toMatchObject(
      [2, 1].map((index) => ({ referenceNumber: referenceOf(index) })),
    );
    expect(first.stderr).toBe(
      'enquiries of earlier releases that now have an end, 30 days after they were sent: 1; past it, and to be deleted: 0\n',
    );
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

  it('shows those of an earlier release that was gone back to, when this one has started again', async () => {
    const none = { numbers: [], more: 0 };
    expect(await listed()).toEqual(none);
    const submittedAt = new Date(Date.now() - 60_000).toISOString();
    await store(storedEnquiry(1, { ...earlier, submittedAt }));
    expect(await listed()).toEqual(none);
    await stack().describe({ startedAt: new Date().toISOString() });
    expect((await listed()).numbers).toEqual([referenceOf(1)]);
  });

  it('looks again after each update of a stage, and after one that was taken back', async () => {
    const stage = await deployedStage(stack());
    onTestFinished(stage.close);
    const numbers = async () => {
      const args = ['enquiries', 'list', '--stage', 'dev', '--json'];
      const { status, stdout, stderr } = await runWaypost(args, { environment: stage.environment });
      expect(status, stderr).toBe(0);
      return JSON.parse(stdout).enquiries.map((row: { referenceNumber: string }) => row.referenceNumber);
    };
    const begun = { status: 'UPDATE_IN_PROGRESS', at: '2026-11-22T00:00:00Z' };
    const updates = [
      begun,
      { ...begun, status: 'UPDATE_COMPLETE' },
      { ...begun, at: '2026-11-23T00:00:00Z' },
    ];
    const found: string[] = [];
    for (const [index, update] of updates.entries()) {
      expect(await numbers()).toEqual(found);
      const submittedAt = new Date(Date.now() - 60_000 + index).toISOString();
      await store(storedEnquiry(index, { ...earlier, submittedAt }));
      expect(await numbers()).toEqual(found);
      stage.account.update = update;
      found.push(referenceOf(index));
      expect(await numbers()).toEqual(found);
    }
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
