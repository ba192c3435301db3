import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWaypost } from '../support/stack/run-waypost.ts';

const dayInMilliseconds = 86_400_000;

/** Position far from every other place, in a time zone without daylight saving. */
const [lat, lon] = [-20.5, 131.5];
const aheadOfUtcMilliseconds = 9.5 * 3_600_000;

/** Place whose hours do not depend on the day of the test run. */
export interface PlaceWithSpecialDays {
  readonly code: string;
  /**
   * Start of the day on which the place is closed, in its local time, in epoch milliseconds. It is the day after the
   * import, so that the API still shows it after midnight. The next day has special hours; later days are as usual.
   */
  readonly closedOn: number;
}

const everyDay = [0, 1, 2, 3, 4, 5, 6];

const onEveryDay = (type: string, start_time: string, end_time: string) =>
  everyDay.map((weekday) => ({ type, weekday, start_time, end_time }));

/** Returns a date such as `24/12/2026`. */
const dated = (localMilliseconds: number): string =>
  new Date(localMilliseconds).toISOString().slice(0, 10).split('-').reverse().join('/');

/** Imports a post office with special days into a running stack. */
export const importPlaceWithSpecialDays = async (dataDirectory: string): Promise<PlaceWithSpecialDays> => {
  const localNow = Date.now() + aheadOfUtcMilliseconds;
  const closed = localNow - (localNow % dayInMilliseconds) + dayInMilliseconds;
  const on = (day: number) => ({ start_date: dated(day), end_date: dated(day) });
  const code = 'TANAMI_PO';
  const line = {
    location_code: code,
    type: 'PO',
    name: 'Tanami',
    long_name: 'Tanami Post Office',
    work_centre_id: 999_999,
    lat,
    lon,
    addresses: [{ address_line_1: '1 Track', suburb: 'TANAMI', state: 'NT', postcode: '0899' }],
    services: [{ code: 1 }, { code: 2 }, { code: 7, hours: onEveryDay('HOURS', '18:00', '20:00') }],
    hours: [
      ...onEveryDay('HOURS', '09:00', '17:00'),
      ...onEveryDay('LUNCH', '12:30', '13:30'),
      { type: 'SPECIAL_CLOSED', ...on(closed) },
      { type: 'SPECIAL_HOURS', start_time: '10:00', end_time: '12:00', ...on(closed + dayInMilliseconds) },
    ],
  };
  const folder = await mkdtemp(join(tmpdir(), 'waypost-import-'));
  const file = join(folder, 'locations.ndjson');
  await writeFile(file, `${JSON.stringify(line)}\n`);
  const command = ['import', 'locations', file, '--merge', '--data-dir', dataDirectory];
  const { status, stderr } = await startWaypost(command).ended;
  await rm(folder, { recursive: true });
  if (status !== 0) throw new Error(`the import ended with ${status}\n${stderr}`);
  return { code, closedOn: closed - aheadOfUtcMilliseconds };
};
