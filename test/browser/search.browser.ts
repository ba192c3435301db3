import { describe, expect, it } from 'vitest';
import { findings } from './accessibility.ts';
import { type Visitor, visitors } from './visitor.ts';

const newVisitor = visitors();

const openSearch = async ({ page }: Visitor, key = 'Control+k') => {
  await page.keyboard.press(key);
  const field = page.getByRole('combobox', { name: 'Search guides and operations' });
  await field.waitFor();
  return { field, results: page.getByRole('option'), status: page.locator('.search-status') };
};

describe('the search', () => {
  it('finds guides and operations for "postcode", and follows the chosen result', async () => {
    const visitor = await newVisitor();
    const { page, see } = visitor;
    await page.goto('/docs/quickstart/');
    const { field, results, status } = await openSearch(visitor);
    await field.fill('postcode');
    await expect.poll(() => results.count()).toBe(8);
    expect(await status.textContent()).toBe('8 results');
    const inGroup = (name: string) => page.getByRole('group', { name }).getByRole('option');
    expect(await inGroup('Guides').count()).toBe(4);
    expect(await inGroup('Reference').count()).toBe(4);
    expect((await results.first().locator('.search-excerpt').textContent())?.length).toBeGreaterThan(20);
    await see('search');
    await inGroup('Reference').first().click();
    await page.waitForURL(/\/reference\/locations-v\d\/\w+\//);
  });

  it('can be used with the keyboard, and describes itself to a screen reader', async () => {
    const visitor = await newVisitor({ colorScheme: 'dark' });
    const { page } = visitor;
    await page.goto('/');
    const { field, results } = await openSearch(visitor, '/');
    await field.fill('openning hou');
    await expect.poll(() => results.count()).toBeGreaterThan(1);
    const active = async () => page.locator(`#${await field.getAttribute('aria-activedescendant')}`);
    expect(await (await active()).getAttribute('aria-selected')).toBe('true');
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await results.nth(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await results.last().getAttribute('aria-selected')).toBe('true');
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/locations\/hours\//);
  });

  it('closes with Escape, and lets visitors type `/` into fields', async () => {
    const visitor = await newVisitor();
    const { page } = visitor;
    await page.goto('/docs/');
    const { field } = await openSearch(visitor, 'Meta+k');
    await page.keyboard.type('a/b');
    expect(await field.inputValue()).toBe('a/b');
    await page.keyboard.press('Escape');
    await expect.poll(() => field.isVisible()).toBe(false);
  });

  it('says that there are no results, and what to do if the index cannot be loaded', async () => {
    const visitor = await newVisitor();
    const { page, expectComplaint } = visitor;
    await page.goto('/docs/');
    const { field, status } = await openSearch(visitor);
    await field.fill('xyzzyplugh');
    await expect.poll(() => status.textContent()).toBe('No results for “xyzzyplugh”.');
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    expectComplaint(/ERR_FAILED/);
    await page.route('**/assets/search-*.json', (route) => route.abort());
    await page.reload();
    const again = await openSearch(visitor);
    await again.field.fill('postcode');
    await expect.poll(() => again.status.textContent()).toContain('reload the page');
  });

  it('loads its program and its index only when it is opened', async () => {
    const visitor = await newVisitor();
    const { page } = visitor;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto('/docs/', { waitUntil: 'networkidle' });
    expect(loaded.filter((path) => path.startsWith('/assets/search-'))).toEqual([]);
    await openSearch(visitor);
    await expect.poll(() => loaded.filter((path) => path.startsWith('/assets/search-')).length).toBe(2);
  });
});
