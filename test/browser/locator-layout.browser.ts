import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { busiestPostcode, placesOfPostcode } from './brute-force.ts';
import { shownAtOnce, visitLocator } from './locator-visit.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();
const narrow = { viewport: { width: 320, height: 640 } };
const shown = placesOfPostcode(busiestPostcode()).places.slice(0, shownAtOnce);

const widthOfPage = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');

/** Returns the box of an element on the page, in pixels. */
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not on the page`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`);

/** Returns by how many pixels an element's content overflows its width. */
const overflowOf = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`{
    const element = document.querySelector('${selector}');
    const words = document.createRange();
    words.selectNodeContents(element);
    words.getBoundingClientRect().width - element.clientWidth;
  }`);

/** Makes the API return one long word as the name of every place. */
const giveLongNames = (page: Page, name: string) =>
  page.route('**/workcentres?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      /"business_(long_)?name":"[^"]*"/g,
      `"business_$1name":"${name}"`,
    );
    await route.fulfill({ response, body });
  });

describe('the locator at 320 pixels', () => {
  it('breaks names longer than a line, in the list and on the map', async () => {
    const { page, see } = await newVisitor({ ...narrow, reducedMotion: 'reduce' });
    const name = 'Llanfairpwllgwyngyll'.repeat(4);
    await giveLongNames(page, name);
    const { searchFor, expectPlaces, placeOf } = await visitLocator(page);
    await searchFor(busiestPostcode());
    await expectPlaces(shown);
    const first = placeOf(shown[0]?.id ?? '');
    await first.getByText(name).waitFor();
    expect(await widthOfPage(page)).toBe(320);
    // The marker of the selected place is in front of others.
    await first.getByRole('button', { expanded: false }).click();
    await page.locator('#map .place-marker.selected').hover();
    const tooltip = page.locator('#map .leaflet-tooltip').filter({ hasText: name });
    await tooltip.waitFor();
    expect((await tooltip.boundingBox())?.width).toBeLessThanOrEqual(0.7 * 320);
    await see('locator-long-names');
  });

  it('shows the scale of the map beside the credits', async () => {
    const { page, see } = await newVisitor(narrow);
    await visitLocator(page, { key: false });
    const scale = await boxOf(page, '#map .leaflet-control-scale');
    const credits = await boxOf(page, '#map .leaflet-control-attribution');
    const isApart =
      scale.right <= credits.x ||
      credits.right <= scale.x ||
      scale.bottom <= credits.y ||
      credits.bottom <= scale.y;
    expect(isApart).toBe(true);
    expect(await overflowOf(page, '#map .leaflet-control-scale-line')).toBeLessThanOrEqual(0);
    await see('locator-narrow');
  });

  it('is no wider with text at twice the size', async () => {
    const { page, see } = await newVisitor(narrow);
    await visitLocator(page, { key: false });
    await page.evaluate("document.documentElement.style.fontSize = '32px'");
    expect((await boxOf(page, '#own-position')).right).toBeLessThanOrEqual(320);
    for (const field of ['#where', '#service']) {
      const { right, width } = await boxOf(page, field);
      expect(right, field).toBeLessThanOrEqual(320);
      expect(width, field).toBeGreaterThan(160);
    }
    await see('locator-large-text');
  });
});

describe('the selected place', () => {
  it('differs from the others in forced colours', async () => {
    const { page, see } = await newVisitor({ forcedColors: 'active', reducedMotion: 'reduce' });
    const { searchFor, expectPlaces, placeOf } = await visitLocator(page);
    await searchFor(busiestPostcode());
    await expectPlaces(shown);
    await placeOf(shown[1]?.id ?? '')
      .getByRole('button', { expanded: false })
      .click();
    await page.locator('.place-marker.selected').waitFor();
    await page.mouse.move(0, 0);
    const differs = async (chosen: string, other: string, property: string) =>
      expect(await styleOf(page, chosen, property), `${chosen} ${property}`).not.toBe(
        await styleOf(page, other, property),
      );
    await differs('.place-marker.selected', '.place-marker:not(.selected)', 'background-color');
    await differs('.place.selected .number', '.place:not(.selected) .number', 'background-color');
    await differs('.place.selected', '.place:not(.selected)', 'border-left-width');
    await see('locator-forced-colours');
  });
});
