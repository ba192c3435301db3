import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { enquiriesUnderTest, evil } from '../../../support/enquiries-under-test.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';
import { referenceOf, storedEnquiry } from '../../../support/tables/stored-enquiry.ts';

const { stack, store, rowOf, enquiries, succeed, listed } = enquiriesUnderTest();

const references = (...indexes: number[]) => ({ numbers: indexes.map(referenceOf), more: 0 });

describe('waypost enquiries list', () => {
  it('lists open enquiries, oldest first, without personal data, and counts those not shown', async () => {
    const closed = storedEnquiry(2, { status: 'CLOSED' });
    await store(storedEnquiry(3), storedEnquiry(1), closed, storedEnquiry(4, { biller: null }));
    const text = await succeed('list', '--limit', '2');
    const [headings, first, second, last] = text.split('\n');
    expect(headings).toMatch(/^REFERENCE +SUBMITTED +AGE +CLIENT +TYPE +BILLER +STATUS$/);
    expect(first).toMatch(
      new RegExp(`^${referenceOf(1)}  2026-10-01T00:01Z  \\d+ days +Public site  PAYMENT  AGL +OPEN$`),
    );
    expect(second).toContain(referenceOf(3));
    expect(last).toMatch(/^1 more; to continue: --cursor \S+$/);
    expect(text + (await succeed('list', '--json'))).not.toMatch(/secret/i);
    expect(await listed('--limit', '1')).toEqual({ numbers: [referenceOf(1)], more: 2 });
  });

  it('continues at a cursor, even between enquiries of the same millisecond or after an enquiry is closed', async () => {
    const submittedAt = '2026-10-01T00:00:00.000Z';
    const indexes = [1, 2, 3, 4, 5];
    await store(...indexes.map((n) => storedEnquiry(n, n < 4 ? { submittedAt } : {})).toReversed());
    const seen: string[] = [];
    for (let next: string | null | undefined; next !== null; ) {
      const cursor = next === undefined ? [] : ['--cursor', next];
      const page = JSON.parse(await succeed('list', '--json', '--limit', '2', ...cursor));
      seen.push(...page.enquiries.map((each: { referenceNumber: string }) => each.referenceNumber));
      expect(page.more).toBe(5 - seen.length);
      next = page.next;
      await succeed('close', seen.at(-1) ?? '');
    }
    expect(seen.toSorted()).toEqual(indexes.map(referenceOf).toSorted());
  });

  const sinceTwo = ['--status', 'all', '--since', '2026-10-01T00:02:00Z'];
  test.for([
    { args: ['--status', 'all'], found: references(1, 2, 3, 4, 5, 6) },
    { args: ['--status', 'closed'], found: references(2, 4, 6) },
    { args: [...sinceTwo, '--until', '2026-10-01T11:05:00+11:00'], found: references(2, 3, 4) },
    { args: [...sinceTwo, '--limit', '4'], found: { ...references(2, 3, 4, 5), more: 1 } },
    { args: ['--since', '2026-10-02'], found: references() },
    { args: ['--sandbox'], found: references(7) },
  ])('filters by status and time and sorts open and closed enquiries together: $args', async (given) => {
    const rows = [1, 2, 3, 4, 5, 6].map((n) => storedEnquiry(n, { status: n % 2 === 0 ? 'CLOSED' : 'OPEN' }));
    await store(...rows, storedEnquiry(7, { sandbox: true }));
    expect(await listed(...given.args)).toEqual(given.found);
  });

  it('G19 hides expired enquiries that the store has not deleted yet', async () => {
    await store(storedEnquiry(1, { expiresAt: 1_000_000_000 }), storedEnquiry(2));
    expect(await listed()).toEqual(references(2));
    for (const command of ['show', 'close'])
      expect(await enquiries(command, referenceOf(1))).toMatchObject({ status: 1, stdout: '' });
    expect(await rowOf(1)).toMatchObject({ status: 'OPEN' });
    expect(await succeed('export')).not.toContain(referenceOf(1));
  });

  it('omits and reports unreadable rows', async () => {
    await store(storedEnquiry(1), storedEnquiry(2, { client: 7 }));
    expect(await enquiries('list')).toEqual({
      status: 0,
      stdout: expect.stringContaining(referenceOf(1)),
      stderr: `the row ENQUIRY#${referenceOf(2)} cannot be read: client\n`,
    });
  });

  it('D19 D21 escapes terminal control characters', async () => {
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
  it('shows the complete enquiry for a reference number typed as a caller would say it', async () => {
    const enquiryDetails = `First line\r\nsecond ${evil}<script>`;
    await store(storedEnquiry(1, { enquiryDetails }));
    const spoken = ` ${referenceOf(1).toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`;
    const text = await succeed('show', spoken);
    expect(text).toContain(`reference number  ${referenceOf(1)}\n`);
    for (const part of ['Secretfirst1', 'Secretlast1', 'secret1@example.org', 'secretbill1', 'delete after'])
      expect(text).toContain(part);
    expect(text).toContain('enquiry details   First line\n                  second \\u001b[2J');
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(await succeed('show', referenceOf(1), '--json'))).toMatchObject({
      referenceNumber: referenceOf(1),
      enquiryDetails,
      paymentDate: null,
      deleteAfter: '2100-01-01T00:00:00.000Z',
    });
  });

  const mistyped = referenceOf(1).replace(/.$/, (last) => (last === '7' ? '8' : '7'));
  test.for([
    [mistyped, 'The check character does not match'],
    ['7K3M', 'Expected a reference number'],
  ] as const)('rejects a mistyped number before it looks for a stack: %s', async ([number, message]) => {
    const nowhere = path.join(stack().dataDirectory, 'nowhere');
    const ended = await runWaypost(['enquiries', 'show', number, '--data-dir', nowhere]);
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });

  it('exits with 1 if the enquiry does not exist', async () => {
    const stderr = `waypost: no enquiries found for: ${referenceOf(9)}. They may be in another stack, or may have expired and been deleted\n`;
    expect(await enquiries('show', referenceOf(9))).toEqual({ status: 1, stdout: '', stderr });
  });
});

describe('waypost enquiries close', () => {
  it('records who closed an enquiry, when and with which note, and does not change this record again', async () => {
    await store(storedEnquiry(1), storedEnquiry(2));
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
    expect(await succeed('show', one)).toMatch(/^closed by .+\nclosing note +Refunded$/m);
    expect(await listed()).toEqual(references());
  });

  it('closes the other enquiries and exits with 1 if one does not exist', async () => {
    await store(storedEnquiry(1));
    expect(await enquiries('close', referenceOf(8), referenceOf(1))).toEqual({
      status: 1,
      stdout: `${referenceOf(1)} closed\n`,
      stderr: expect.stringContaining(`no enquiries found for: ${referenceOf(8)}.`),
    });
    expect(await rowOf(8)).toBeUndefined();
    const json = await enquiries('close', referenceOf(8), referenceOf(1), '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      enquiries: [{ referenceNumber: referenceOf(1), status: 'CLOSED', changed: false }],
      missing: [referenceOf(8)],
      error: { code: 'not_found' },
    });
  });

  it('can be undone with reopen', async () => {
    await store(storedEnquiry(1));
    const number = referenceOf(1);
    expect(await succeed('reopen', number)).toBe(`${number} was open\n`);
    await succeed('close', number, '--note', 'Refunded');
    expect(await succeed('reopen', number)).toBe(`${number} open again\n`);
    expect(await rowOf(1)).toEqual(storedEnquiry(1));
    expect(await enquiries('reopen', referenceOf(8))).toMatchObject({ status: 1, stdout: '' });
  });
});
