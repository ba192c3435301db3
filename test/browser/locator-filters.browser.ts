import { describe, expect, inject, it } from 'vitest';
import { everyPlace, totalOf } from './brute-force.ts';
import { visitLocator } from './locator-visit.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();
const { placeWithSpecialDays } = inject('portal');

const counted = (count: number): string => `${count.toLocaleString('en-AU')} places on the map`;

const nextMonday = (hour: number): Date => {
  const now = new Date();
  const days = (8 - now.getUTCDay()) % 7 || 7;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, hour));
};

describe("the locator's filters", () => {
  it('find as many places that are open at the time of the visit as the API does', async () => {
    const [day, night] = [nextMonday(1), nextMonday(14)];
    const totals = await Promise.all(
      [day, night].map((time) => totalOf({ type: 'PO', open_at: time.toISOString().replace('.000', '') })),
    );
    expect(totals[0]).toBeGreaterThan(totals[1] ?? 0);
    const { page, see } = await newVisitor();
    await page.clock.install({ time: day });
    const { filter, expectSummary } = await visitLocator({ page });
    const offices = everyPlace().filter(({ type }) => type === 'PO').length;
    await filter('Post offices').click();
    await expectSummary(counted(offices));
    await filter('Open now').click();
    await expectSummary(counted(totals[0] ?? 0));
    await see('locator-open-now');
    await page.clock.setSystemTime(night);
    await page.clock.runFor('02:00');
    await expectSummary(counted(totals[1] ?? 0));
    expect(page.url()).toContain('?kind=PO&open_at=now');
  });

  it('include services and a time, chosen in a dialog, and can be removed one by one', async () => {
    const { page, see, expectSummary } = await visitLocator(newVisitor());
    const time = nextMonday(10).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Filters' });
    await dialog.getByLabel('Search services').fill('passport ph');
    await dialog.getByRole('checkbox', { name: 'Passport photos' }).check();
    const id = new URL(page.url()).searchParams.get('services') ?? '';
    const offering = everyPlace().filter(({ services }) => services.includes(id)).length;
    await dialog.getByRole('button', { name: `Show ${offering.toLocaleString('en-AU')} places` }).waitFor();
    await dialog.getByLabel('Open at, local time').fill(time);
    await dialog.getByLabel('Search services').focus();
    await see('locator-filters');
    await dialog.getByRole('button', { name: /^Show / }).click();
    const open = await totalOf({ 'attribute[operational_capabilities.id]': id, open_at: time });
    await expectSummary(counted(open));
    expect(new URL(page.url()).search).toBe(`?services=${id}&open_at=${time}`);
    await page.getByRole('button', { name: 'Remove filter: Open Mon' }).click();
    await expectSummary(counted(offering));
    await page.locator('[aria-label="Remove filter: Passport photos"]:focus').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expectSummary(counted(everyPlace().length));
    await page.locator('#more-filters:focus').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('show the nearest places elsewhere if the suburb has none, and do not move the map if there are none at all', async () => {
    const { page, expectSummary, listed, searchFor } = await visitLocator(
      newVisitor({ reducedMotion: 'reduce' }),
      '?kind=DC',
    );
    await searchFor('Alice Springs');
    const depots = (await listed()).length;
    expect(depots).toBeGreaterThan(0);
    await expectSummary(/^No places in Alice Springs NT \d{4} match the filters\. The nearest others|^\d/);
    await page.goto('/locator/?kind=DC&services=NOWHERE');
    await expectSummary('0 places');
    const scale = () => page.locator('.leaflet-control-scale-line').textContent();
    const before = await scale();
    await searchFor('3000');
    await expectSummary('No places in 3000 match the filters.');
    expect(await scale()).toBe(before);
  });
});

it('leaves results, filters and details as they are while only the time changes', async () => {
  const { page, expectComplaint } = await newVisitor();
  expectComplaint(/status of 503/);
  await page.route('**/workcentres/*', (route) => route.fulfill({ status: 503, json: { errors: [] } }));
  const time = nextMonday(2);
  await page.clock.install({ time });
  const { results, details, expectSummary } = await visitLocator({ page }, '?near=3000&open_at=now');
  await expectSummary('places in 3000');
  // Addresses from the API.
  await results.locator('.address', { hasText: ', ' }).first().waitFor();
  const shown = [results.getByRole('listitem').first(), page.locator('#active button')];
  const parts = await Promise.all(shown.map((each) => each.elementHandle()));
  await page.clock.runFor('02:00');
  await results.locator('.result-name').first().click();
  parts.push(await details.getByRole('alert').elementHandle());
  await page.clock.runFor('02:00');
  const areKept = parts.map((part) => part?.evaluate(({ isConnected }) => isConnected));
  expect(await Promise.all(areKept)).toEqual([true, true, true]);
});

describe("a place's hours", () => {
  const { code, closedOn } = placeWithSpecialDays;
  const hours = (afterMidnight: number): Date => new Date(closedOn + afterMidnight * 3_600_000);

  it.each([
    { at: 10, says: 'Closed · opens tomorrow 10 am' },
    { at: 24 + 10.5, says: 'Open · closes noon' },
    { at: 24 + 11.5, says: 'Closing soon · noon' },
    { at: 48 + 10.5, says: 'Open · closes 12:30 pm' },
    { at: 48 + 13, says: 'Closed · opens 1:30 pm' },
  ])('are shown as "$says" $at hours after the start of its closed day', async ({ at, says }) => {
    // The visitor is in another time zone, but the place's time applies.
    const { page } = await newVisitor({ timezoneId: 'America/New_York' });
    await page.clock.setFixedTime(hours(at));
    const { details } = await visitLocator({ page }, `?place=${code}`);
    await details.locator('.opening', { hasText: says }).waitFor();
  });

  it('start with special days, and show services that have different hours', async () => {
    const { page, see } = await newVisitor();
    await page.clock.setFixedTime(hours(-10));
    const { details } = await visitLocator({ page }, `?place=${code}`);
    await details.getByText('Times are local to Darwin (ACST).').waitFor();
    const rows = details.locator('.special-days tr');
    await expect.poll(() => rows.locator('td').allTextContents()).toEqual(['Closed', '10 am – noon']);
    const week = details.locator('.hours').nth(1).getByRole('row');
    expect(await week.first().textContent()).toBe('Today9 am – 12:30 pm, 1:30 pm – 5 pm');
    await details.getByText('Hours of Bulk mail lodgement').click();
    await details.locator('.other-hours td').nth(2).filter({ hasText: '6 pm – 8 pm' }).waitFor();
    await see('locator-hours');
  });
});
