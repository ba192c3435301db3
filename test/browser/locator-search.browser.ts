import { describe, expect, it } from 'vitest';
import { busiestPostcode, kilometresBetween, placesOfPostcode, placesWithin } from './brute-force.ts';
import { shownAtOnce, visitLocator } from './locator-visit.ts';
import { clickMapBesidePlaces } from './map-visit.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

/** Radius of the page's searches around points. */
const usualRadiusKm = 50;

const darwin = { latitude: -12.4634, longitude: 130.8456 };

const kilometresOf = (text: string): number =>
  Number.parseFloat(text) * (text.endsWith(' km') ? 1 : 1 / 1_000);

describe('a search by postcode', () => {
  it('lists the places of the postcode by their distance from its centre', async () => {
    const { page, see } = await newVisitor();
    const { searchFor, expectPlaces, results, summary } = await visitLocator(page);
    const { centre, places } = placesOfPostcode(busiestPostcode());
    await searchFor(busiestPostcode());
    await expectPlaces(places.slice(0, shownAtOnce));
    await expect.poll(() => summary.textContent()).toContain(`${places.length} places`);
    for (const [at, text] of (await results.locator('.distance').allTextContents()).entries()) {
      const place = places[at] ?? { lat: Number.NaN, lon: Number.NaN };
      expect(Math.abs(kilometresOf(text) - kilometresBetween(centre, place))).toBeLessThan(0.06);
    }
    await see('locator-postcode');
  });

  it('adds the next places to the list until it is complete', async () => {
    const { page } = await newVisitor();
    const { searchFor, expectPlaces, more } = await visitLocator(page);
    const { places } = placesOfPostcode(busiestPostcode());
    expect(places.length).toBeGreaterThan(shownAtOnce);
    await searchFor(busiestPostcode());
    for (let shown = shownAtOnce; shown < places.length; shown += shownAtOnce) {
      await expectPlaces(places.slice(0, shown));
      await more.click();
    }
    await expectPlaces(places);
    await more.waitFor({ state: 'hidden' });
  });
});

describe('a click on the map', () => {
  it('lists places around that point', async () => {
    const { page, see } = await newVisitor({ reducedMotion: 'reduce' });
    const { searchFor, expectPlaces } = await visitLocator(page);
    const { places } = placesOfPostcode(busiestPostcode());
    await searchFor(busiestPostcode());
    await expectPlaces(places.slice(0, shownAtOnce));
    const { point, toleranceDegrees } = await clickMapBesidePlaces(page, places.slice(0, shownAtOnce));
    await expect.poll(() => page.url()).toContain('#at=');
    const [lat = Number.NaN, lon = Number.NaN] = new URL(page.url()).hash
      .slice('#at='.length)
      .split(',')
      .map(Number);
    expect(Math.abs(lat - point.lat)).toBeLessThan(toleranceDegrees);
    expect(Math.abs(lon - point.lon)).toBeLessThan(toleranceDegrees);
    await expectPlaces(placesWithin({ lat, lon }, usualRadiusKm).slice(0, shownAtOnce));
    await see('locator-click');
  });

  it('opens the place of a clicked marker', async () => {
    const { page } = await newVisitor({ reducedMotion: 'reduce' });
    const { searchFor, expectPlaces, placeOf } = await visitLocator(page);
    const { places } = placesOfPostcode(busiestPostcode());
    await searchFor(busiestPostcode());
    await expectPlaces(places.slice(0, shownAtOnce));
    // If markers overlap, the nearest place's is on top.
    await page.locator('#map .place-marker').filter({ hasText: /^1$/ }).click();
    const [first] = places;
    const opened = placeOf(first?.id ?? '').getByRole('button', { expanded: true });
    await opened.waitFor();
    await expect.poll(() => opened.textContent()).toContain(first?.name);
  });
});

describe("a search around the visitor's own position", () => {
  it('lists places around it', async () => {
    const { page, see } = await newVisitor({ geolocation: darwin, permissions: ['geolocation'] });
    const { expectPlaces, summary } = await visitLocator(page);
    await page.getByRole('button', { name: 'Use my position' }).click();
    const rounded = { lat: -12.463, lon: 130.846 };
    await expectPlaces(placesWithin(rounded, usualRadiusKm).slice(0, shownAtOnce));
    await expect
      .poll(() => summary.textContent())
      .toContain(`within ${usualRadiusKm} km of 12.463° S, 130.846° E`);
    await see('locator-own-position');
  });

  it('keeps a search made before the position was found', async () => {
    const { page } = await newVisitor();
    await page.addInitScript(`
      navigator.geolocation.getCurrentPosition = (found) => {
        globalThis.tellPosition = () => found({ coords: ${JSON.stringify(darwin)} });
      };`);
    const { searchFor, expectPlaces } = await visitLocator(page);
    const { places } = placesOfPostcode(busiestPostcode());
    await page.getByRole('button', { name: 'Use my position' }).click();
    await searchFor(busiestPostcode());
    await expectPlaces(places.slice(0, shownAtOnce));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.evaluate('tellPosition()');
    await expectPlaces(places.slice(0, shownAtOnce));
    expect(asked).toEqual([]);
  });

  it('explains what to do if the browser denies access to it', async () => {
    const { page } = await newVisitor();
    await visitLocator(page);
    await page.getByRole('button', { name: 'Use my position' }).click();
    await page.getByRole('alert').filter({ hasText: 'may not tell this page your position' }).waitFor();
  });
});

describe('a search by location code', () => {
  it('lists that place first, then places around it, and opens it', async () => {
    const { page } = await newVisitor();
    const { searchFor, expectPlaces, placeOf } = await visitLocator(page);
    const [place] = placesOfPostcode(busiestPostcode()).places;
    if (!place) throw new Error('the postcode has no place');
    await searchFor(place.id);
    await expectPlaces(placesWithin(place, usualRadiusKm).slice(0, shownAtOnce));
    await placeOf(place.id).getByRole('button', { expanded: true }).waitFor();
  });
});
