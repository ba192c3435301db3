import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findings, looks } from './accessibility.ts';
import { everyPlace } from './brute-force.ts';
import { visitLocator } from './locator-visit.ts';
import { phone, visitors } from './visitor.ts';

const newVisitor = visitors();
const still = { reducedMotion: 'reduce' } as const;

/** Presses Tab until the element has focus, and returns the number of presses. */
const tabTo = async (page: Page, selector: string): Promise<number> => {
  for (let presses = 1; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if ((await page.locator(`${selector}:focus`).count()) > 0) return presses;
  }
  throw new Error(`Tab does not reach ${selector}`);
};

describe('the map', () => {
  it('draws the whole network in clusters, which a click opens', async () => {
    const { page, see } = await visitLocator(
      newVisitor({ ...still, viewport: { width: 1280, height: 800 } }),
    );
    const counts = async () => {
      const texts = await page.locator('.cluster').allTextContents();
      return texts.map((text) => Number.parseFloat(text) * (text.endsWith('k') ? 1_000 : 1));
    };
    const singles = await page.locator('.place-marker').count();
    const drawn = (await counts()).reduce((sum, count) => sum + count, singles);
    // Counts of thousands are rounded.
    expect(Math.abs(drawn - everyPlace().length)).toBeLessThan(400);
    await see('locator');
    const largest = Math.max(...(await counts()));
    await page.locator('.cluster').filter({ hasText: /k$/ }).first().click();
    await expect.poll(async () => Math.max(...(await counts()))).toBeLessThan(largest);
    await page.getByRole('button', { name: 'Search this area' }).waitFor();
  });

  it('ignores clicks that miss a place, and searches the visible area on request', async () => {
    const { page, see, searchFor, expectSummary, listed, heading } = await visitLocator(newVisitor(still));
    await searchFor('Ballarat');
    await expectSummary(/places? in Ballarat/);
    const before = [page.url(), await listed()];
    const map = await page.locator('#map').boundingBox();
    if (!map) throw new Error('there is no map');
    const corner = { x: map.x + 60, y: map.y + map.height - 60 };
    await page.mouse.click(corner.x, corner.y);
    await page.mouse.dblclick(corner.x, corner.y, { delay: 30 });
    expect([page.url(), await listed()]).toEqual(before);
    await page.mouse.move(map.x + 200, map.y + 200);
    await page.mouse.down();
    await page.mouse.move(map.x + 260, map.y + 230, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Search this area' }).click();
    await expect.poll(() => heading.textContent()).toBe('In this area');
    const [west = 0, south = 0, east = 0, north = 0] = new URL(page.url()).hash
      .slice('#area='.length)
      .split(',')
      .map(Number);
    const inside = everyPlace().filter(
      ({ lat, lon }) => lat >= south && lat <= north && lon >= west && lon <= east,
    );
    await expectSummary(`${inside.length} places in this area`);
    await see('locator-area');
  });
});

describe('with a keyboard', () => {
  it('searches, opens a place, closes it with Escape, and leaves the map with one Tab', async () => {
    const { page, field, suggestions, expectSummary, results, details } = await visitLocator(
      newVisitor(still),
    );
    await page.keyboard.press('/');
    await page.keyboard.type('terr');
    await page.keyboard.press('ArrowDown');
    const active = suggestions.getByRole('option', { selected: true });
    expect(await active.textContent()).toMatch(/^Terrigal NSW/);
    expect(await field.getAttribute('aria-activedescendant')).toBe(await active.getAttribute('id'));
    await page.keyboard.press('Enter');
    await expectSummary('places in Terrigal');
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    await tabTo(page, '.result-name');
    await page.keyboard.press('ArrowDown');
    const name = await page.locator(':focus').textContent();
    await page.keyboard.press('Enter');
    await page.locator('#details h2:focus').waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });
    expect(await page.locator('.result-name:focus').textContent()).toBe(name);

    await field.focus();
    await page.keyboard.press('Escape');
    await tabTo(page, '.skip-map');
    await tabTo(page, '#map');
    expect(await tabTo(page, '#results-panel button')).toBe(1);
    await page.locator('.skip-map').focus();
    await page.keyboard.press('Enter');
    await page.locator('#results-heading:focus').waitFor();
    expect(await results.locator('.result-name').count()).toBeGreaterThan(0);
  });

  it.each(looks)(
    'passes the checks of axe ($colorScheme, $width pixels wide)',
    async ({ colorScheme, width }) => {
      const { page, see, field, searchFor, expectSummary, details } = await visitLocator(
        newVisitor({ colorScheme, viewport: { width, height: 844 }, ...still }),
      );
      await field.fill('melb');
      expect(await findings(page), 'suggestions').toEqual([]);
      await searchFor('3000');
      await expectSummary('places in 3000');
      expect(await findings(page), 'results').toEqual([]);
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
      expect(await findings(page), 'filters').toEqual([]);
      await page.keyboard.press('Escape');
      await page.goto('/locator/?place=310003_PO&kind=PO');
      await details.getByRole('heading', { name: 'Services' }).waitFor();
      expect(await findings(page), 'details').toEqual([]);
      await see(`locator-${colorScheme}-${width}`);
    },
  );
});

describe('on a phone', () => {
  it('shows the first result without scrolling, and scrolls the sheet over the map', async () => {
    const { page, see, searchFor, expectSummary, results } = await visitLocator(
      newVisitor({ ...phone, ...still }),
    );
    await see('locator-phone-start');
    await searchFor('3000');
    await expectSummary('places in 3000');
    const first = await results.locator('.result').first().boundingBox();
    expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(844);
    await page.screenshot({ path: 'dist/screenshots/locator-phone.png' });
    const topOf = async () => (await page.locator('#sheet').boundingBox())?.y ?? 0;
    const half = await topOf();
    const map = await page.locator('#map').boundingBox();
    await page.mouse.move(200, half + 100);
    await page.mouse.wheel(0, 1_000);
    await expect.poll(topOf).toBeLessThan(200);
    expect(await page.locator('#map').boundingBox()).toEqual(map);
    await page.mouse.move(200, 600);
    await page.mouse.wheel(0, -3_000);
    await expect.poll(topOf).toBeGreaterThan(half + 100);
    await searchFor('3141');
    await expect.poll(topOf).toBeCloseTo(half, 0);
  });

  it('has touch targets of at least 44 pixels, and nothing beyond the edges of the screen', async () => {
    const { page } = await newVisitor({ ...phone, ...still });
    const { searchFor, expectSummary, results, details } = await visitLocator(
      { page },
      '?kind=PO&open_at=2026-12-01T10:00',
    );
    await searchFor('3000');
    await expectSummary('3000');
    const small = () =>
      page.locator('.locator :is(button, a, input, summary):visible').evaluateAll((targets) =>
        targets.flatMap((target) => {
          const { width, height } = (target.closest('.result') ?? target).getBoundingClientRect();
          const isHelp = target.classList.contains('skip-map') || target.closest('.leaflet-control');
          return isHelp || Math.min(width, height) >= 43.5 ? [] : [`${target.outerHTML} ${width} ${height}`];
        }),
      );
    expect(await small()).toEqual([]);
    await results.locator('.result-name').first().tap();
    await details.getByRole('link', { name: /^Call/ }).waitFor();
    // The details are drawn again when the API has responded.
    await page.waitForLoadState('networkidle');
    expect(await small()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});

describe('on paper', () => {
  it('shows a place on one page, without the rest of the portal', async () => {
    const { page, details } = await visitLocator(newVisitor(), '?place=310003_PO');
    await details.getByRole('heading', { name: 'Services' }).waitFor();
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
    expect(pages).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.locator('#map').isVisible()).toBe(false);
    expect(await details.getByText('Times are local to Melbourne').isVisible()).toBe(true);
  });
});
