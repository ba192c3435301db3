import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDate, formatIsoDate } from '../../../shared/domain/location/hours/calendar.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { aCapability, postOffice } from '../../support/networks/network-records.ts';
import { startOperatorStack } from '../../support/stack/operator-stack.ts';
import { runWaypost } from '../../support/stack/run-waypost.ts';
import { putRows } from '../../support/tables/embedded-tables.ts';
import { storeRows } from '../../support/tables/store-tables.ts';

const stack = await startOperatorStack();
afterAll(() => stack.close());

const audit = (...args: readonly string[]) =>
  runWaypost(['audit', ...args, '--data-dir', stack.dataDirectory]);

const holiday = Math.floor(Date.now() / 86_400_000) + 30;
const today = formatIsoDate(holiday - 30);
const usual = { type: 'HOURS', startTime: '09:00', endTime: '17:00' } as const;
const openOnAllDays = Array.from({ length: 7 }, (_, weekday) => ({ ...usual, weekday }));
const date = formatDate(holiday);
const closed = { type: 'SPECIAL_CLOSED' as const, startDate: date, endDate: date };

const office = (index: number, changes: Partial<Location> = {}) =>
  postOffice(index, { hours: [...openOnAllDays, closed], hoursConfirmedOn: today, ...changes });

describe('waypost audit', () => {
  beforeAll(async () => {
    await storeRows(stack.embedded, 'capabilities', [aCapability(1), aCapability(2)]);
    const offices = Array.from({ length: 8 }, (_, index) => office(index + 1));
    await storeRows(stack.embedded, 'locations', offices);
  });

  it('finds nothing in a clean network, and notes if no holidays have been imported', async () => {
    const clean = { status: 0, stdout: 'nothing found at 8 locations\n' };
    expect(await audit()).toEqual({
      ...clean,
      stderr:
        'no holidays are imported, so none were checked; import them with `waypost import holidays FILE`\n',
    });
    const { client, tables } = stack.embedded;
    await putRows({ client, tableName: tables.billers }, [
      { kind: 'HOLIDAY', code: 'A', date: formatIsoDate(holiday), name: 'Ada Day', states: ['NSW'] },
    ]);
    expect(await audit()).toEqual({ ...clean, stderr: '' });
  });

  describe('of a network with findings', () => {
    beforeAll(() =>
      storeRows(stack.embedded, 'locations', [
        office(2, { hours: openOnAllDays, name: 'Evil \u001b[31m' }),
        office(4, { hours: openOnAllDays }),
        office(5, { hours: openOnAllDays, hoursConfirmedOn: '2019-12-31' }),
        { locationCode: 'broken' },
      ]),
    );

    it('prints findings by kind with counts, up to the limit, and exits with 0', async () => {
      const { status, stdout, stderr } = await audit('--limit', '2');
      expect(status).toBe(0);
      const day = `${formatIsoDate(holiday)} Ada Day`;
      expect(stdout.split('\n')).toEqual([
        'holiday-hours: 3 open as usual on a holiday in the next 60 days',
        'LOCATION   NAME             FINDING',
        `000002_PO  Evil \\u001b[31m  ${day}`,
        `000004_PO  POST OFFICE 4    ${day}`,
        '1 more; use --limit to print more of them, or --json for all',
        '',
        'unconfirmed-hours: 1 whose hours nobody has confirmed for a year',
        'LOCATION   NAME           FINDING',
        '000005_PO  POST OFFICE 5  confirmed on 2019-12-31',
        '',
      ]);
      expect(stderr).toBe('1 row in the tables cannot be read, and could not be audited\n');
    });

    it('prints one kind, and all findings as JSON, and publishes nothing', async () => {
      expect(await audit('--kind', 'hours')).toMatchObject({ status: 2, stdout: '' });
      expect((await audit('--kind', 'duplicate')).stdout).toBe('nothing found at 8 locations\n');
      const { status, stdout } = await audit('--json', '--limit', '1');
      expect(status).toBe(0);
      const none = { 'long-hours': 0, 'missing-hours': 0, 'far-from-suburb': 0, duplicate: 0 };
      const finding = { kind: 'holiday-hours', date: formatIsoDate(holiday), holiday: 'Ada Day' };
      expect(JSON.parse(stdout)).toEqual({
        locations: 8,
        holidays: 1,
        invalidRows: 1,
        counts: { ...none, 'holiday-hours': 3, 'unconfirmed-hours': 1 },
        findings: [
          { id: '000002_PO', name: 'Evil \u001b[31m', ...finding },
          { id: '000004_PO', name: 'POST OFFICE 4', ...finding },
          { id: '000005_PO', name: 'POST OFFICE 5', ...finding },
          { id: '000005_PO', name: 'POST OFFICE 5', kind: 'unconfirmed-hours', confirmedOn: '2019-12-31' },
        ],
      });
      const one = JSON.parse((await audit('--json', '--kind', 'unconfirmed-hours')).stdout);
      expect(one).toMatchObject({ counts: { 'unconfirmed-hours': 1 }, findings: [{ id: '000005_PO' }] });
      expect(stack.seen.publications).toEqual([]);
    });
  });
});
