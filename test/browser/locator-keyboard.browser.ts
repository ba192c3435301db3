import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { busiestPostcode, placesOfPostcode, placesWithin } from './brute-force.ts';
import { shownAtOnce, visitLocator } from './locator-visit.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();
const { places } = placesOfPostcode(busiestPostcode());

/** Presses Tab until the element has the focus. */
const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if ((await page.locator(`${selector}:focus`).count()) > 0) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
};

/** Enters the stack's key in the dialog, whose field has the focus at first, and waits for focus on the button. */
const typeKey = async (page: Page): Promise<void> => {
  await tabTo(page, '[data-key-button]');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').locator('input:focus').waitFor();
  await page.keyboard.type(inject('portal').key);
  await page.keyboard.press('Enter');
  await page.locator('[data-key-button]:focus').filter({ hasText: 'Key in use' }).waitFor();
};

describe('the locator with only a keyboard', () => {
  it('accepts the key, searches, and opens and closes a place', async () => {
    const { page } = await newVisitor();
    const { expectPlaces, placeOf } = await visitLocator(page, { key: false });
    await typeKey(page);
    await tabTo(page, '#where');
    await page.keyboard.type(busiestPostcode());
    await page.keyboard.press('Enter');
    await expectPlaces(places.slice(0, shownAtOnce));
    const [first] = places;
    await tabTo(page, `[aria-controls="details-of-${first?.id}"]`);
    await page.keyboard.press('Enter');
    const place = placeOf(first?.id ?? '');
    await place.getByRole('button', { expanded: true }).waitFor();
    const description = await page.locator('#results :focus').getAttribute('aria-describedby');
    await expect.poll(() => page.locator(`[id="${description}"]`).textContent()).toContain(busiestPostcode());
    await place.getByText('For operators').waitFor();
    await page.keyboard.press('Enter');
    await place.getByText('For operators').waitFor({ state: 'hidden' });
  });

  it('pans and zooms the map, and searches around its centre', async () => {
    const { page } = await newVisitor({ reducedMotion: 'reduce' });
    const { expectPlaces } = await visitLocator(page);
    await tabTo(page, '#map');
    const searchedAround = async () => {
      const before = page.url();
      await page.keyboard.press('Enter');
      await expect.poll(() => page.url()).not.toBe(before);
      const [lat = Number.NaN, lon = Number.NaN] = new URL(page.url()).hash
        .slice('#at='.length)
        .split(',')
        .map(Number);
      return { lat, lon };
    };
    const start = await searchedAround();
    await expectPlaces(placesWithin(start, 50).slice(0, shownAtOnce));
    for (const key of ['ArrowRight', 'ArrowUp']) {
      await page.keyboard.press(key);
      // The map ignores keys during its animation.
      await page.locator('#map .leaflet-pan-anim').waitFor({ state: 'detached' });
    }
    const moved = await searchedAround();
    expect(moved.lat).toBeGreaterThan(start.lat);
    expect(moved.lon).toBeGreaterThan(start.lon);
    await expectPlaces(placesWithin(moved, 50).slice(0, shownAtOnce));
    const scale = page.locator('#map .leaflet-control-scale-line');
    const before = await scale.textContent();
    await tabTo(page, '#map');
    await page.keyboard.press('Shift+Equal');
    await expect.poll(() => scale.textContent()).not.toBe(before);
  });

  it('skips to the content of a page', async () => {
    const { page } = await newVisitor();
    await page.goto('/docs/locations/pagination/');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator('.skip-link:focus').isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
  });
});
