import { describe, expect, it } from 'vitest';
import { busiestPostcode, placesOfPostcode } from './brute-force.ts';
import { giveKey } from './key-of-visitor.ts';
import { shownAtOnce, visitLocator, withoutOwnKey } from './locator-visit.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();
const postcode = busiestPostcode();
const places = placesOfPostcode(postcode).places.slice(0, shownAtOnce);

describe('the locator', () => {
  it('searches without a key of the visitor', async () => {
    const { page, see } = await newVisitor();
    const { searchFor, expectPlaces, advice } = await visitLocator(page, { key: false });
    await searchFor(postcode);
    await expectPlaces(places);
    await page.getByLabel('Service').locator('option').nth(1).waitFor({ state: 'attached' });
    expect(await advice.isVisible()).toBe(false);
    await see('locator-own-key');
  });

  it('asks for a key if neither it nor the visitor has one, and searches as soon as there is one', async () => {
    const { page, see } = await newVisitor();
    await withoutOwnKey(page);
    const { searchFor, advice, expectPlaces } = await visitLocator(page, { key: false });
    await searchFor(postcode);
    await advice.getByText('Searches need a key').waitFor();
    await see('locator-no-key');
    await advice.getByRole('button', { name: 'Enter your key' }).click();
    await page.getByRole('dialog', { name: 'Your key' }).waitFor();
    await page.keyboard.press('Escape');
    await giveKey(page);
    await expectPlaces(places);
    expect(await advice.isVisible()).toBe(false);
  });

  it('reports a rejected key, and how to fix it', async () => {
    const { page, see, expectComplaint } = await newVisitor();
    expectComplaint(/status of 401/);
    const { searchFor, advice, expectPlaces } = await visitLocator(page, { key: false });
    await giveKey(page, `wp_test_${'a'.repeat(12)}_${'b'.repeat(58)}`);
    await searchFor(postcode);
    await advice.getByText('does not accept this key').waitFor();
    expect(await advice.getAttribute('role')).toBe('alert');
    await see('locator-bad-key');
    await giveKey(page);
    await expectPlaces(places);
  });

  it('reports an unreachable API, keeps the results, and retries on request', async () => {
    const { page, see, expectComplaint } = await newVisitor();
    expectComplaint(/ERR_CONNECTION_REFUSED/);
    const { searchFor, advice, expectPlaces } = await visitLocator(page);
    await searchFor(postcode);
    await expectPlaces(places);
    await page.route('**/locations/v3/**', (route) => route.abort('connectionrefused'));
    await page.getByLabel('Parcel Locker').check();
    await advice.getByText('The API cannot be reached').waitFor();
    await see('locator-unreachable');
    await page.unroute('**/locations/v3/**');
    await advice.getByRole('button', { name: 'Try again' }).click();
    const lockers = placesOfPostcode(postcode).places.filter(({ type }) => type === 'UPL');
    await expectPlaces(lockers.slice(0, shownAtOnce));
  });

  it('explains which searches are valid if the text is neither a postcode nor a location code', async () => {
    const { page, see } = await newVisitor();
    const { searchFor, field } = await visitLocator(page);
    await searchFor('Post office, Sydney');
    await page.getByRole('alert').filter({ hasText: 'Four digits' }).waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await see('locator-fault');
  });

  it('names an unknown location code', async () => {
    const { page, expectComplaint } = await newVisitor();
    expectComplaint(/status of 404/);
    const { searchFor, advice } = await visitLocator(page);
    await searchFor('NOWHERE_PO');
    await advice.getByText('no place with the location code NOWHERE_PO').waitFor();
  });
});
