import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { busiestPostcode, placesOfPostcode } from './brute-force.ts';
import { shownAtOnce, visitLocator } from './locator-visit.ts';
import { pixelBesidePlaces } from './map-visit.ts';
import { type Visitor, visitors } from './visitor.ts';

const newVisitor = visitors();

/** Waits until the map of results is still, and records later searches. */
const visitResults = async ({ page }: Visitor) => {
  const { searchFor, expectPlaces, results } = await visitLocator(page);
  const shown = placesOfPostcode(busiestPostcode()).places.slice(0, shownAtOnce);
  await searchFor(busiestPostcode());
  await expectPlaces(shown);
  const pixel = await pixelBesidePlaces(page, shown.length);
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/workcentres?')) searches.push(request.url());
  });
  const expectSearches = async (count: number) => {
    await expect.poll(() => searches.length).toBeGreaterThanOrEqual(count);
    await expect.poll(() => results.getAttribute('aria-busy')).toBe('false');
    expect(searches).toHaveLength(count);
  };
  return { pixel, shown, expectSearches };
};

/** Turns the wheel above the map and waits until the zoom starts. A script in the page watches, as zooms are short. */
const zoomBegins = async (page: Page, delta: number): Promise<void> => {
  await page.evaluate(`void (globalThis.zooming = new Promise((zooming) => {
    const map = document.querySelector('#map');
    const observer = new MutationObserver(() => {
      if (!map.querySelector('.leaflet-zoom-anim')) return;
      observer.disconnect();
      zooming();
    });
    observer.observe(map, { subtree: true, attributeFilter: ['class'] });
  }))`);
  await page.mouse.wheel(0, delta);
  await page.evaluate('zooming');
};

const stepsOfHistory = (page: Page): Promise<number> => page.evaluate('history.length');

describe('the map', () => {
  it('does not search when it is dragged during a zoom', async () => {
    const visitor = await newVisitor();
    const { page } = visitor;
    const { pixel, shown, expectSearches } = await visitResults(visitor);
    for (const direction of [1, -1, 1, -1]) {
      await page.mouse.move(pixel.x, pixel.y);
      await zoomBegins(page, direction * 120);
      await page.mouse.down();
      await page.mouse.move(pixel.x + direction * 60, pixel.y - 20, { steps: 4 });
      await page.mouse.up();
      await page.locator('#map .leaflet-zoom-anim').waitFor({ state: 'detached' });
    }
    expect(page.url()).toContain('#postcode=');
    // Only the click searches.
    const still = await pixelBesidePlaces(page, shown.length);
    await page.mouse.click(still.x, still.y);
    await expectSearches(1);
  });

  it('searches once on a double click', async () => {
    const visitor = await newVisitor();
    const { page } = visitor;
    const { pixel, expectSearches } = await visitResults(visitor);
    const steps = await stepsOfHistory(page);
    await page.mouse.dblclick(pixel.x, pixel.y, { delay: 40 });
    await expectSearches(1);
    expect(await stepsOfHistory(page)).toBe(steps + 1);
  });
});
