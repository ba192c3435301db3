import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { largestPostcode, placesOfPostcode } from './brute-force.ts';
import { shownAtOnce, visitLocator } from './locator-visit.ts';
import { pixelBesidePlaces } from './map-visit.ts';
import { type Visitor, visitors } from './visitor.ts';

const newVisitor = visitors();

/** A map of results that stands still, and the searches that are made from then on. */
const visitResults = async ({ page }: Visitor) => {
  const { searchFor, expectPlaces, results } = await visitLocator(page);
  const shown = placesOfPostcode(largestPostcode()).places.slice(0, shownAtOnce);
  await searchFor(largestPostcode());
  await expectPlaces(shown);
  const pixel = await pixelBesidePlaces(page, shown.length);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/workcentres?')) asked.push(request.url());
  });
  const expectAsked = async (count: number) => {
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(count);
    await expect.poll(() => results.getAttribute('aria-busy')).toBe('false');
    expect(asked).toHaveLength(count);
  };
  return { pixel, shown, expectAsked };
};

/** Turns the wheel above the map, and waits until the map begins to zoom: the page itself keeps watch, as that is soon over. */
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
  it('is not searched where it is dragged while it zooms', async () => {
    const visitor = await newVisitor();
    const { page } = visitor;
    const { pixel, shown, expectAsked } = await visitResults(visitor);
    for (const direction of [1, -1, 1, -1]) {
      await page.mouse.move(pixel.x, pixel.y);
      await zoomBegins(page, direction * 120);
      await page.mouse.down();
      await page.mouse.move(pixel.x + direction * 60, pixel.y - 20, { steps: 4 });
      await page.mouse.up();
      await page.locator('#map .leaflet-zoom-anim').waitFor({ state: 'detached' });
    }
    expect(page.url()).toContain('#postcode=');
    // A click is what searches, and the one thing that has.
    const still = await pixelBesidePlaces(page, shown.length);
    await page.mouse.click(still.x, still.y);
    await expectAsked(1);
  });

  it('is searched once where it is clicked twice', async () => {
    const visitor = await newVisitor();
    const { page } = visitor;
    const { pixel, expectAsked } = await visitResults(visitor);
    const steps = await stepsOfHistory(page);
    await page.mouse.dblclick(pixel.x, pixel.y, { delay: 40 });
    await expectAsked(1);
    expect(await stepsOfHistory(page)).toBe(steps + 1);
  });
});
