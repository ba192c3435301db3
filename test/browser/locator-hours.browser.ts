import type { Locator } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { visitLocator } from './locator-visit.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();
const { code, closedOn } = inject('portal').placeWithSpecialDays;

const hourInMilliseconds = 3_600_000;

/** Returns the instant that many hours after the start of the closed day, in the place's time. */
const hours = (afterMidnight: number): Date => new Date(closedOn + afterMidnight * hourInMilliseconds);

/** Returns the date that many days after the closed one, such as `Monday 23 Nov`. */
const dayAfter = (days: number): string =>
  new Intl.DateTimeFormat('en-AU', {
    timeZone: 'Australia/Darwin',
    weekday: 'long',
    day: 'numeric',
    month: 'short',
  })
    .format(hours(24 * days + 12))
    .replace(',', '');

const usually = '9 am – 12:30 pm, 1:30 pm – 5 pm';

const rowOf = (table: Locator, day: string) =>
  table.getByRole('row').filter({ has: table.page().getByRole('rowheader', { name: day }) });

describe('the hours of a place', () => {
  it.each([
    { at: 10, says: 'Closed now, opens tomorrow 10 am' },
    { at: 24 + 11, says: 'Open now, closes noon' },
    { at: 24 + 13, says: 'Closed now, opens tomorrow 9 am' },
    { at: 48 + 10.5, says: 'Open now, closes 12:30 pm' },
    { at: 48 + 13, says: 'Closed now, opens 1:30 pm' },
    { at: 48 + 16.75, says: 'Open now, closes 5 pm' },
  ])('are "$says" $at hours after the start of the closed day there', async ({ at, says }) => {
    // The visitor is in another time zone, but the place's time applies.
    const { page } = await newVisitor({ timezoneId: 'America/New_York' });
    await page.clock.setFixedTime(hours(at));
    const { placeOf } = await visitLocator(page, { fragment: `#code=${code}` });
    await placeOf(code).getByText(says, { exact: true }).waitFor();
  });

  it('change with the clock while the page stays open', async () => {
    const { page } = await newVisitor();
    await page.clock.install({ time: hours(48 + 12.25) });
    const { placeOf } = await visitLocator(page, { fragment: `#code=${code}` });
    await placeOf(code).getByText('Open now, closes 12:30 pm').waitFor();
    await page.clock.fastForward('20:00');
    await placeOf(code).getByText('Closed now, opens 1:30 pm').waitFor();
  });

  it('are shown by day, with special days beside usual hours, and with services that have their own hours', async () => {
    const { page, see } = await newVisitor();
    await page.clock.setFixedTime(hours(10));
    const { placeOf } = await visitLocator(page, { fragment: `#code=${code}&place=${code}` });
    const week = placeOf(code).getByRole('table').first();
    await week.waitFor();
    const days = [0, 1, 2].map((days) => rowOf(week, dayAfter(days)));
    const [closed, special, usual] = await Promise.all(
      days.map((day) => day.getByRole('cell').textContent()),
    );
    expect(closed).toBe(`ClosedSpecial usually ${usually}`);
    expect(special).toBe(`10 am – noonSpecial usually ${usually}`);
    expect(usual).toBe(usually);
    expect(await days[0]?.getAttribute('aria-current')).toBe('date');
    expect(await days[1]?.getAttribute('aria-current')).toBeNull();
    const lodgement = placeOf(code)
      .getByRole('region')
      .or(placeOf(code).locator('section'))
      .filter({ hasText: 'Hours of Bulk mail lodgement' });
    await expect
      .poll(() =>
        Promise.all([0, 1].map((days) => rowOf(lodgement, dayAfter(days)).getByRole('cell').textContent())),
      )
      .toEqual(['ClosedSpecial usually 6 pm – 8 pm', '6 pm – 8 pm']);
    await see('locator-hours');
  });
});
