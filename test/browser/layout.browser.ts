import { describe, expect, it } from 'vitest';
import { busiestPostcode, placesOfPostcode } from './brute-force.ts';
import { shownAtOnce, visitLocator } from './locator-visit.ts';
import { everyPage } from './pages.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const { places } = placesOfPostcode(busiestPostcode());

const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Returns the luma of a colour such as `rgb(1, 2, 3)`, from 0 to 255. */
const lightness = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

describe('on a phone', () => {
  it('no page is wider than 360 pixels', async () => {
    const { page, see } = await newVisitor(phone);
    for (const path of everyPage) {
      await page.goto(path);
      expect(await page.evaluate(sideways), path).toBe(0);
      await see(`phone${path.replaceAll(/\W+/g, '-')}`);
    }
  });

  it('the locator shows map, results and hours', async () => {
    const { page, see } = await newVisitor(phone);
    // A Wednesday in September has the longest date, and today's is bold.
    await page.clock.setFixedTime('2026-09-23T02:00:00Z');
    const { searchFor, expectPlaces, placeOf } = await visitLocator(page);
    await searchFor(busiestPostcode());
    await expectPlaces(places.slice(0, shownAtOnce));
    expect(await page.locator('#map').isVisible()).toBe(true);
    const [office] = places.filter(({ type }) => type === 'PO');
    const place = placeOf(office?.id ?? '');
    await place.getByRole('button', { expanded: false }).tap();
    await place.getByRole('table').first().waitFor();
    expect(await page.evaluate(sideways)).toBe(0);
    // Each day and its times are on one line.
    const heights = await place
      .locator('tr:has(td):not(:has(.special))')
      .evaluateAll((rows) => rows.map((row) => row.clientHeight));
    expect(heights.length).toBeGreaterThan(2);
    expect(new Set(heights).size).toBe(1);
    await see('phone-locator-hours');
  });
});

describe('with text at twice the size', () => {
  it('no page is wider than 375 pixels', async () => {
    const { page, see } = await newVisitor({ viewport: { width: 375, height: 740 } });
    for (const path of everyPage) {
      await page.goto(path);
      await page.evaluate("document.documentElement.style.fontSize = '32px'");
      expect.soft(await page.evaluate(sideways), path).toBe(0);
      if (path === '/') await see('large-text');
    }
  });

  it('the skip link is hidden until it has the focus', async () => {
    const { page } = await newVisitor({ viewport: { width: 375, height: 740 } });
    await page.goto('/');
    await page.evaluate("document.documentElement.style.fontSize = '32px'");
    const foot = "document.querySelector('.skip-link').getBoundingClientRect().bottom";
    expect(await page.evaluate(foot)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(foot)).toBeGreaterThan(0);
  });
});

describe('for visitors who prefer dark colours', () => {
  it.each(['/', '/guides/hours/', '/reference/locations-v3/getWorkCentres/', '/locator/'])(
    '%s is dark',
    async (path) => {
      const { page, see } = await newVisitor({ colorScheme: 'dark' });
      await page.goto(path, { waitUntil: 'networkidle' });
      const colourOf = (name: string) => `getComputedStyle(document.body).getPropertyValue('${name}')`;
      expect(lightness(String(await page.evaluate(colourOf('background-color'))))).toBeLessThan(60);
      expect(lightness(String(await page.evaluate(colourOf('color'))))).toBeGreaterThan(180);
      await see(`dark${path.replaceAll(/\W+/g, '-')}`);
    },
  );
});
