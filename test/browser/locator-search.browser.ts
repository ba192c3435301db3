import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { busiestPostcode, everyPlace, kilometresBetween, placesWithin } from './brute-force.ts';
import { visitLocator } from './locator-visit.ts';
import { hold, visitors } from './visitor.ts';

const newVisitor = visitors();

const darwin = { latitude: -12.4634, longitude: 130.8456 };

/** Holds back searches by the API. Returns a function that lets them pass and waits for the response. */
const delayLookUps = async (page: Page): Promise<() => Promise<void>> => {
  const { release } = await hold(page, '**/places?*');
  return async () => {
    const response = page.waitForResponse('**/workcentres?q=*');
    release();
    await (await response).finished();
  };
};

describe('a search without a key', () => {
  it('shows the places of Terrigal for "terr" and Enter, with at most three requests', async () => {
    const { page, see, field, results, expectSummary, requests } = await visitLocator(newVisitor());
    await field.pressSequentially('terr', { delay: 40 });
    await field.press('Enter');
    await expectSummary(/^\d+ places in Terrigal NSW \d{4}, nearest to the centre first$/);
    expect(await field.inputValue()).toMatch(/^Terrigal NSW/);
    await page.locator('#results-heading:focus').waitFor();
    // The address of the first place comes from the API.
    await expect
      .poll(() => results.locator('.address').first().textContent())
      .toMatch(/^\d+ .+, Terrigal NSW/);
    await results.locator('.result-name').filter({ hasText: 'Post Office' }).first().click();
    await page.getByRole('heading', { name: 'Terrigal Post Office' }).waitFor();
    await page.getByRole('heading', { name: 'Services' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(requests.length).toBeLessThanOrEqual(3);
    expect(page.url()).toMatch(/\?near=Terrigal\+NSW\+\d{4}&place=\w+_PO$/);
    await see('locator-details');
  });

  it("says until when a place is full, in the place's local time, and which parcels it accepts", async () => {
    const { page } = await newVisitor();
    // The clocks go back an hour at 16:00 UTC.
    await page.clock.install({ time: '2027-04-03T15:58:00Z' });
    await reportFull(page, '**/workcentres/310003_PO?*', '2027-04-03T16:01:00Z');
    const { details } = await visitLocator({ page }, '?place=310003_PO');
    const full = details.getByText('Not accepting parcels: full until 2:01 am', { exact: true });
    await full.waitFor();
    await details.getByText('Up to 105 × 60 × 60 cm and 22 kg.').waitFor();
    await page.clock.runFor('04:00');
    await full.waitFor({ state: 'detached' });
  });

  it.each([
    ['a listed place', '?near=310003_PO', '**/workcentres?id=*', '#results'],
    ['the open place', '?place=310003_PO', '**/workcentres/310003_PO?*', '#details'],
  ])('says within minutes that %s has become full', async (_, address, pattern, part) => {
    const { page } = await newVisitor();
    await page.clock.install();
    await visitLocator({ page }, address);
    const described = page.locator(part).locator('.address', { hasText: 'Melbourne VIC 3000' }).first();
    await described.filter({ hasText: ', ' }).waitFor();
    await reportFull(page, pattern, '2100-01-01T00:00:00Z');
    await page.clock.fastForward('06:00');
    await page.locator(part).getByText('Not accepting parcels: full').first().waitFor();
  });

  it('lists all places in a postcode by distance, a page at a time', async () => {
    const { page, see, searchFor, listed, expectSummary, results } = await visitLocator(newVisitor());
    const postcode = busiestPostcode();
    const places = everyPlace().filter(({ postcodes }) => postcodes.includes(postcode));
    await searchFor(postcode);
    await expectSummary(`${places.length} places in ${postcode}, nearest to the postcode centre first`);
    await see('locator-postcode');
    for (let shown = 20; shown < places.length; shown += 20) {
      await expect.poll(async () => (await listed()).length).toBe(shown);
      await page.getByRole('button', { name: 'Show more places' }).click();
    }
    const ids = await listed();
    expect(ids.toSorted()).toEqual(places.map(({ id }) => id).toSorted());
    const distances = await results.locator('.distance').allTextContents();
    const kilometres = distances.map((text) => Number.parseFloat(text) * (text.endsWith('km') ? 1 : 0.001));
    expect(kilometres).toEqual(kilometres.toSorted((one, other) => one - other));
  });

  it.each([
    ['its code', '310003_PO', 'Melbourne Post Office'],
    ['its name', 'melbourne south post', 'Melbourne South Post Office'],
    ['its street address', '191 market street', 'Melbourne South Post Office'],
  ])('finds a place by %s, and opens it', async (_, text, name) => {
    const { searchFor, details, heading } = await visitLocator(newVisitor());
    await searchFor(text);
    await details.getByRole('heading', { name, exact: true }).waitFor();
    await details.getByRole('button', { name: 'Back to results' }).click();
    await expect.poll(() => heading.textContent()).toBe(`Near ${name}`);
  });

  it('suggests what only the API knows, while the visitor is typing', async () => {
    const { field, suggestions } = await visitLocator(newVisitor());
    await field.pressSequentially('191 market street');
    const places = suggestions.getByRole('group', { name: 'Places' });
    await places.getByRole('option', { name: 'Melbourne South Post Office' }).waitFor();
    await field.press('Escape');
    expect(await suggestions.isVisible()).toBe(false);
  });

  it('is made even if the visitor leaves the field before the API has responded', async () => {
    const { page } = await newVisitor();
    const lookUp = await delayLookUps(page);
    const { searchFor, field, details } = await visitLocator({ page });
    await searchFor('191 market street');
    await field.press('Tab');
    await lookUp();
    await details.getByRole('heading', { name: 'Melbourne South Post Office' }).waitFor();
  });
});

describe("a search around the visitor's own position", () => {
  it('lists the nearest places, and keeps the position out of requests for pages', async () => {
    const { page, see, listed, heading } = await visitLocator(
      newVisitor({ geolocation: darwin, permissions: ['geolocation'] }),
    );
    await page.getByRole('button', { name: 'Use my location' }).click();
    await expect.poll(() => heading.textContent()).toBe('Near your location');
    const { latitude: lat, longitude: lon } = darwin;
    const nearest = placesWithin({ lat, lon }, 20).slice(0, 20);
    await expect.poll(listed).toEqual(nearest.map(({ id }) => id));
    expect(new URL(page.url()).search).toBe('');
    expect(new URL(page.url()).hash).toBe('#at=-12.463,130.846');
    await see('locator-own-position');
  });

  it('is kept when a link skips to the content, to the results or to an open place', async () => {
    const { page, heading, results, details } = await visitLocator(
      newVisitor({ geolocation: darwin, permissions: ['geolocation'] }),
    );
    await page.getByRole('button', { name: 'Use my location' }).click();
    await expect.poll(() => heading.textContent()).toBe('Near your location');
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
    await page.locator('#content:focus').waitFor();
    await page.getByRole('link', { name: 'Skip map' }).press('Enter');
    await page.locator('#results-heading:focus').waitFor();
    await results.locator('.result-name').first().click();
    await page.getByRole('link', { name: 'Skip map' }).press('Enter');
    await details.locator('h2:focus').waitFor();
    expect(await heading.textContent()).toBe('Near your location');
    expect(new URL(page.url()).hash).toBe('#at=-12.463,130.846');
  });

  it('keeps the result under the pointer highlighted when the addresses arrive', async () => {
    const { page } = await newVisitor();
    const { release } = await hold(page, '**/workcentres?id=*');
    const { results, searchFor, expectSummary } = await visitLocator({ page });
    await searchFor('3000');
    await expectSummary(/places in 3000/);
    const first = results.locator('[data-id]').first();
    await first.hover();
    release();
    await first.getByText('VIC 3000', { exact: false }).filter({ hasText: /,/ }).waitFor();
    expect(await first.getAttribute('class')).toContain('highlighted');
  });

  it('is kept, with its filters, if it is made while the places are loading', async () => {
    const { page } = await newVisitor({ geolocation: darwin, permissions: ['geolocation'] });
    const loading = await hold(page, '**/map/**');
    const { heading, filter, expectSummary } = await visitLocator({ page }, '', /^Loading/);
    await page.getByRole('button', { name: 'Use my location' }).click();
    await expect.poll(() => heading.textContent()).toBe('Near your location');
    await filter('Post offices').click();
    loading.release();
    await expectSummary(/^\d+ places within 20 km/);
    expect(await heading.textContent()).toBe('Near your location');
    expect(await filter('Post offices').getAttribute('aria-pressed')).toBe('true');
    expect(page.url()).toMatch(/\/locator\/\?kind=PO#at=-12\.463,130\.846$/);
  });

  it('explains what to do if the browser denies access to the position', async () => {
    const { page, problem } = await visitLocator(newVisitor());
    await page.getByRole('button', { name: 'Use my location' }).click();
    await problem.filter({ hasText: 'Location access is blocked' }).waitFor();
  });
});

/** Makes the API's responses to some requests say that all places are full until a time. */
const reportFull = (page: Page, pattern: string, until: string) =>
  page.route(pattern, async (route) => {
    const response = await route.fetch();
    const { workcentres } = z
      .object({ workcentres: z.array(z.looseObject({})) })
      .parse(await response.json());
    const availability = { accepting: false, reason: 'FULL', until };
    await route.fulfill({
      response,
      json: { workcentres: workcentres.map((each) => ({ ...each, availability })) },
    });
  });

/** Query of a link with a search that only the API can resolve. */
const lookedUp = '?near=191+market+street';

describe("the locator's address", () => {
  it('leads another visitor to the same search, filters and place', async () => {
    const { page } = await newVisitor();
    const first = await visitLocator({ page });
    await first.searchFor('3000');
    await first.filter('Parcel lockers').click();
    await first.expectSummary(/places in 3000/);
    const lockers = await first.listed();
    await first.results.getByRole('button').nth(1).click();
    await first.details.getByRole('heading', { level: 2 }).waitFor();
    const { search } = new URL(page.url());
    expect(search).toBe(`?near=3000&kind=UPL&place=${lockers[1]}`);

    const other = await newVisitor();
    const second = await visitLocator(other, search);
    await second.details.getByRole('heading', { level: 2 }).waitFor();
    await other.page.keyboard.press('Escape');
    expect(await second.listed()).toEqual(lockers);
    expect(await second.field.inputValue()).toBe('3000');
    expect(await second.filter('Parcel lockers').getAttribute('aria-pressed')).toBe('true');
  });

  it('is copied for a place, and the button says so', async () => {
    const { page } = await newVisitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { release } = await hold(page, '**/workcentres/310003_PO*');
    const { details } = await visitLocator({ page }, '?place=310003_PO');
    await details.getByRole('button', { name: 'Share' }).click();
    const button = details.getByRole('button', { name: 'Link copied' });
    await button.waitFor();
    // The details arrive later, and do not replace the text.
    release();
    await details.getByRole('link', { name: /^Call/ }).waitFor();
    expect(await button.isVisible()).toBe(true);
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toMatch(/\/locator\/\?place=310003_PO$/);
  });

  it('leads back to the previous search', async () => {
    const { page, searchFor, expectSummary, field } = await visitLocator(newVisitor());
    await searchFor('3000');
    await expectSummary('places in 3000');
    await searchFor('2000');
    await expectSummary('in 2000');
    await page.goBack();
    await expectSummary('places in 3000');
    expect(await field.inputValue()).toBe('3000');
    await page.goForward();
    await expectSummary('in 2000');
  });

  it('leads back from a place to the list as it was', async () => {
    const { page, listed, results, details } = await visitLocator(newVisitor(), `?near=${busiestPostcode()}`);
    await page.getByRole('button', { name: 'Show more places' }).click();
    const ids = await listed();
    expect(ids).toHaveLength(40);
    await results.locator('.result-name').nth(27).click();
    await details.getByRole('heading', { level: 2 }).waitFor();
    await page.goBack();
    await results.locator(`[data-id="${ids[27]}"] .result-name:focus`).waitFor();
    expect(await listed()).toEqual(ids);
  });

  it('contains a search made while the search of a link is being looked up', async () => {
    const { page } = await newVisitor();
    const lookUp = await delayLookUps(page);
    const { searchFor, expectSummary, heading } = await visitLocator({ page }, lookedUp);
    await searchFor('3000');
    await expectSummary('places in 3000');
    expect(new URL(page.url()).search).toBe('?near=3000');
    await lookUp();
    await page.goBack();
    await expect.poll(() => heading.textContent()).toBe('Near Melbourne South Post Office');
    expect(new URL(page.url()).search).toBe(lookedUp);
  });

  it('contains a filter chosen before the search of a link has been looked up, which then appears', async () => {
    const { page } = await newVisitor();
    const lookUp = await delayLookUps(page);
    const { heading, filter } = await visitLocator({ page }, lookedUp);
    await filter('Open now').click();
    await lookUp();
    await expect.poll(() => heading.textContent()).toBe('Near Melbourne South Post Office');
    expect(new URL(page.url()).search).toBe('?near=310004_PO&open_at=now');
  });

  it('contains a filter chosen while the previous search is being looked up', async () => {
    const { page, searchFor, expectSummary, heading, filter } = await visitLocator(newVisitor(), lookedUp);
    await expect.poll(() => heading.textContent()).toBe('Near Melbourne South Post Office');
    await searchFor('3000');
    await expectSummary('places in 3000');
    const lookUp = await delayLookUps(page);
    await page.goBack();
    await filter('Parcel lockers').click();
    await expect.poll(() => new URL(page.url()).search).toBe('?near=3000&kind=UPL');
    await lookUp();
    await filter('Open now').click();
    await expect.poll(() => new URL(page.url()).search).toBe('?near=3000&kind=UPL&open_at=now');
    await expectSummary('in 3000');
  });

  it('can contain a position, from which distances are measured', async () => {
    const { page } = await newVisitor();
    const point = { lat: -37.81, lon: 144.96 };
    const { results } = await visitLocator({ page }, '#at=-37.810,144.960');
    const [nearest] = placesWithin(point, 20);
    const expected = Math.round(100 * kilometresBetween(point, nearest ?? point)) * 10;
    expect(await results.locator('.distance').first().textContent()).toBe(`${expected} m`);
  });
});
