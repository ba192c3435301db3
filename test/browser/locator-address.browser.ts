import { describe, expect, it } from 'vitest';
import { busiestPostcode, placesOfPostcode } from './brute-force.ts';
import { shownAtOnce, visitLocator } from './locator-visit.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();
const postcode = busiestPostcode();
const { places } = placesOfPostcode(postcode);
const lockers = places.filter(({ type }) => type === 'UPL').slice(0, shownAtOnce);

describe("the locator's address", () => {
  it('leads another visitor with their own key to the same search and place', async () => {
    const { page } = await newVisitor();
    const { searchFor, expectPlaces, placeOf } = await visitLocator(page);
    const place = lockers.at(2)?.id ?? '';
    await searchFor(postcode);
    await page.getByLabel('Parcel Locker').check();
    await expectPlaces(lockers);
    await placeOf(place).getByRole('button', { expanded: false }).click();
    await expect.poll(() => page.url()).toContain(place);
    const shared = page.url();
    expect(shared).not.toContain('wp_');

    const somebodyElse = await newVisitor();
    const theirs = await visitLocator(somebodyElse.page, { fragment: new URL(shared).hash });
    await theirs.expectPlaces(lockers);
    expect(await theirs.field.inputValue()).toBe(postcode);
    expect(await somebodyElse.page.getByLabel('Parcel Locker').isChecked()).toBe(true);
    await theirs.placeOf(place).getByRole('button', { expanded: true }).waitFor();
  });

  it('leads back to the previous search', async () => {
    const { page } = await newVisitor();
    const { searchFor, expectPlaces } = await visitLocator(page);
    const other = placesOfPostcode('3000').places;
    expect(other.length).toBeGreaterThan(0);
    await searchFor(postcode);
    await expectPlaces(places.slice(0, shownAtOnce));
    await searchFor('3000');
    await expectPlaces(other.slice(0, shownAtOnce));
    await page.goBack();
    await expectPlaces(places.slice(0, shownAtOnce));
    await page.goForward();
    await expectPlaces(other.slice(0, shownAtOnce));
  });
});
