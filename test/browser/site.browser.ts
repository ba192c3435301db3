import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { readGuide } from '../../infra/portal/pages/guides.ts';
import { phone, visitors } from './visitor.ts';

const newVisitor = visitors();

/** Maximum size of a page and everything that it loads, except images and headers, which HTTP/2 sends only once. */
const maxKilobytes = { '/': 30, '/docs/': 60, '/docs/quickstart/': 60, '/docs/bills/validate/': 60 } as const;

const guide = '/docs/quickstart/';

describe('a request in several languages', () => {
  it('is shown in the remembered language everywhere in the portal, and does not move under the pointer', async () => {
    const { page, see } = await newVisitor();
    await page.goto(guide);
    const blocks = page.getByRole('group', { name: 'Language of the sample' });
    await expect.poll(() => blocks.count()).toBeGreaterThan(1);
    const last = blocks.last();
    await last.scrollIntoViewIfNeeded();
    const before = await last.boundingBox();
    await last.getByText('Python', { exact: true }).click();
    expect((await last.boundingBox())?.y).toBeCloseTo(before?.y ?? Number.NaN, 0);
    const shown = async () =>
      new Set(
        await page
          .getByRole('radio', { checked: true })
          .evaluateAll((all) => all.map((radio) => radio.parentElement?.textContent)),
      );
    expect(await shown()).toEqual(new Set(['Python']));
    await page.goto('/');
    await expect.poll(shown).toEqual(new Set(['Python']));
    expect(await page.locator('.samples pre').filter({ visible: true }).textContent()).toContain('import');
    await see('home');
  });

  it('can be operated with arrow keys', async () => {
    const { page } = await newVisitor();
    await page.goto('/');
    const languages = page.getByRole('radio');
    await languages.first().focus();
    await page.keyboard.press('ArrowLeft');
    expect(await languages.last().isChecked()).toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate('document.activeElement.value')).toBe(
      await languages.nth(1).getAttribute('value'),
    );
    expect(await page.locator('.samples pre').filter({ visible: true }).count()).toBe(1);
  });

  it("is copied with this API's address and without a key", async () => {
    const { page } = await newVisitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto('/');
    await page.getByRole('button', { name: 'Copy: curl' }).click();
    await page.getByRole('button', { name: 'Copy: curl' }).filter({ hasText: 'Copied' }).waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toContain(`curl`);
    expect(copied).toContain(`${inject('portal').url}/locations/v3/workcentres?`);
    expect(copied).toContain('$AUTH_KEY');
    await page.goto(guide);
    await page.getByRole('button', { name: 'Copy page as Markdown' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(/^# Quickstart\n/);
  });
});

describe('the colours', () => {
  const ground = 'getComputedStyle(document.body).backgroundColor';
  const white = 'rgb(255, 255, 255)';

  it("follow the system or the visitor's choice, on all pages from the first paint", async () => {
    const { page, see, expectComplaint } = await newVisitor({ colorScheme: 'dark' });
    expectComplaint(/ERR_FAILED/);
    await page.goto('/');
    const dark = await page.evaluate(ground);
    expect(dark).not.toBe(white);
    const button = page.getByRole('button', { name: /^Colours/ });
    await button.click();
    expect(await button.getAttribute('aria-label')).toBe('Colours: light');
    expect(await page.evaluate(ground)).toBe(white);
    // Modules run after the first paint.
    await page.route('**/assets/portal-*.js', (route) => route.abort());
    await page.goto('/docs/');
    expect(await page.evaluate(ground)).toBe(white);
    await page.unroute('**/assets/portal-*.js');
    await page.goto('/docs/');
    await button.click();
    await button.click();
    expect(await button.getAttribute('aria-label')).toBe('Colours: system');
    expect(await page.evaluate(ground)).toBe(dark);
    await see('docs-dark');
  });
});

describe("the stage's settings", () => {
  const settings = {
    contact: 'api@post.example',
    support: 'https://post.example/support',
    status: 'https://status.post.example/',
  };

  it('are shown, namely its name and its contact, support and status addresses', async () => {
    const { page } = await newVisitor();
    await page.goto('/');
    await expect.poll(() => page.getByRole('banner').getByText('local').isVisible()).toBe(true);
    const status = page.getByRole('contentinfo').getByRole('link', { name: 'Status' });
    expect(await status.count()).toBe(0);
    await page.route('**/settings.json', (route) =>
      route.fulfill({ json: { api: 'https://api.post.example', stage: 'prod', ...settings } }),
    );
    await page.goto('/');
    await expect.poll(() => status.getAttribute('href')).toBe(settings.status);
    expect(await page.getByRole('banner').getByText('prod').isVisible()).toBe(false);
    expect(await page.getByRole('link', { name: settings.contact }).getAttribute('href')).toBe(
      `mailto:${settings.contact}`,
    );
    await expect
      .poll(() => page.getByRole('main').textContent())
      .toContain('https://api.post.example/locations/v3/');
  });

  it('are not needed for reading, because the local stack writes its address into samples', async () => {
    const { page, expectComplaint } = await newVisitor();
    expectComplaint(/status of 503/);
    await page.route('**/settings.json', (route) => route.fulfill({ status: 503 }));
    await page.goto(guide);
    expect(await page.getByRole('main').textContent()).toContain(`${inject('portal').url}/locations/v3/`);
  });
});

describe('a page', () => {
  it.each(Object.entries(maxKilobytes))('%s is sent in at most %i kB', async (path, kilobytes) => {
    const { page } = await newVisitor();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'image' || request.url().endsWith('.svg')) return;
      sizes.push(request.sizes().then((sent) => sent.responseBodySize));
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
    expect(sizes.length).toBeGreaterThan(4);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThanOrEqual(kilobytes * 1_000);
  });

  it('loads nothing twice', async () => {
    const { page } = await newVisitor();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(guide, { waitUntil: 'networkidle' });
    expect(requested).toContain('/settings.json');
    expect(requested.toSorted()).toEqual([...new Set(requested)].toSorted());
  });

  it.each([
    [1_300, true],
    [800, false],
  ])('at %i pixels marks its lists as open only if their items are visible', async (width, isOpen) => {
    const { page } = await newVisitor({ viewport: { width, height: 800 } });
    await page.goto(guide);
    for (const list of ['.sidebar', '.contents']) {
      const details = page.locator(`${list} details`);
      await expect.poll(async () => (await details.getAttribute('open')) !== null).toBe(isOpen);
      expect(await details.locator('a').first().isVisible(), list).toBe(isOpen);
    }
  });

  it('prints without navigation and buttons', async () => {
    const { page, see } = await newVisitor();
    await page.goto(guide);
    await page.emulateMedia({ media: 'print' });
    for (const role of ['banner', 'navigation', 'button', 'radio', 'contentinfo'] as const)
      expect(await page.getByRole(role).filter({ visible: true }).count(), role).toBe(0);
    expect(await page.getByText('Before you start').isVisible()).toBe(true);
    expect(await page.locator('.samples pre').first().isVisible()).toBe(true);
    await see('print');
    // Elements that are taller than their content would cause an empty last page.
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    const bottom = Number(
      await page.evaluate("document.querySelector('main').lastElementChild.getBoundingClientRect().bottom"),
    );
    expect(height - bottom).toBeLessThan(100);
  });

  it('links each heading, and scrolls to it below the header', async () => {
    for (const width of [390, 1280]) {
      const { page } = await newVisitor({ viewport: { width, height: 600 } });
      await page.goto('/docs/locations/hours/');
      const anchor = page.locator('.heading .anchor').last();
      const fragment = await anchor.getAttribute('href');
      await page.goto(`/docs/locations/hours/${fragment}`);
      await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0);
      const header = await page.getByRole('banner').boundingBox();
      const heading = await page.locator(`${fragment}`).boundingBox();
      expect(heading?.y).toBeGreaterThanOrEqual(Math.max(0, (header?.y ?? 0) + (header?.height ?? 0)));
      expect(heading?.y).toBeLessThan(600);
    }
  });

  it('hides the skip link until it has focus, and skips the navigation when it is followed', async () => {
    const { page } = await newVisitor();
    await page.goto(guide);
    const shape = "getComputedStyle(document.querySelector('.skip-link')).clipPath";
    // Not even its edge may be visible.
    expect(await page.evaluate(shape)).toBe('inset(50%)');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(shape)).toBe('none');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
  });

  it('has touch targets of at least 44 pixels in its header and navigation on a phone', async () => {
    const { page, see } = await newVisitor(phone);
    await page.goto(guide);
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).waitFor();
    await page.getByText('All guides').tap();
    const small = await page
      .locator('.site-header :is(a, button), .sidebar :is(a, summary), .contents summary')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all.filter((each) => each.getBoundingClientRect().height < 43.5).map((each) => each.outerHTML),
      );
    expect(small).toEqual([]);
    await see('phone-navigation');
  });
});

it("for an unknown path, a browser gets the not-found page, and a program gets the API's response", async () => {
  const { page, expectComplaint } = await newVisitor();
  expectComplaint(/status of 404/);
  const response = await page.goto('/docs/no-such-guide/');
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByRole('link', { name: 'Quickstart' }).click();
  await page.waitForURL('**/docs/quickstart/');
  const program = await page.request.get('/docs/no-such-guide/', { headers: { accept: '*/*' } });
  expect(program.headers()['content-type']).toBe('application/json');
});

it('underlines only the current part of the portal, including in forced colours', async () => {
  const { page } = await newVisitor({ forcedColors: 'active' });
  await page.goto('/docs/');
  const underlined = await page.evaluate(`{
    [...document.querySelectorAll('.site-header nav a')]
      .filter((link) => getComputedStyle(link).textDecorationLine !== 'none')
      .map((link) => link.textContent);
  }`);
  expect(underlined).toEqual(['Docs']);
});

/** Opens the page of a recipe: its first HTML sample, with its last JavaScript sample as the script of this name. */
const openRecipe = async (page: Page, recipe: string, script: string) => {
  const { body } = readGuide(`recipes/${recipe}`);
  const samples = (language: string) => {
    const blocks = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
    return [...body.matchAll(blocks)].map(([, code = '']) => code);
  };
  const leaflet = fileURLToPath(import.meta.resolve('leaflet/dist/'));
  const tile = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
  const code = samples('js').at(-1) ?? '';
  await page.route('**/recipe/**', (route) => {
    const file = new URL(route.request().url()).pathname.slice('/recipe/'.length);
    if (file === '') return route.fulfill({ body: samples('html')[0] ?? '', contentType: 'text/html' });
    if (file.startsWith('leaflet/')) return route.fulfill({ path: leaflet + file.slice('leaflet/'.length) });
    if (file !== script) return route.fallback();
    const body = code.replace(/https:.*\.png/, tile).replace('wp_web_…', 'wp_web_key');
    return route.fulfill({ body, contentType: 'text/javascript' });
  });
  await page.goto('/recipe/');
};

const openBillForm = async (page: Page) => {
  const billers = [{ code: '1001', name: 'Wattle Water', label: 'Account number' }];
  await page.route('**/billers', (route) => route.fulfill({ json: billers }));
  await openRecipe(page, 'bill-form', 'bill.js');
};

describe('the page of a recipe', () => {
  it('lists only the places of the last search, if the first one takes longer', async () => {
    const { page } = await newVisitor();
    const isFirstDue = Promise.withResolvers<void>();
    await page.route('**/workcentres?*', async (route) => {
      const near = new URL(route.request().url()).searchParams.get('near') ?? '';
      if (near === '3000') await isFirstDue.promise;
      const attributes = { lat: -37.8, lon: 144.9, distance: 1 };
      const addresses = [{ attributes: { address_line_1: '1 Road', suburb: near } }];
      const found = { attributes: { business_name: 'Office' }, location: { attributes, addresses } };
      const workcentres = [{ ...found, opening: { state: 'UNKNOWN' } }];
      // The page may have cancelled the request.
      await route.fulfill({ json: { workcentres, search_point: { label: near } } }).catch(() => undefined);
    });
    await openRecipe(page, 'locator', 'locator.js');
    for (const near of ['3000', '2000']) {
      await page.getByLabel('Suburb or postcode').fill(near);
      await page.getByRole('button', { name: 'Search' }).click();
    }
    const status = page.getByRole('status');
    await status.filter({ hasText: '1 post offices near 2000' }).waitFor();
    isFirstDue.resolve();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('listitem').allTextContents()).toEqual(['Office · 1 Road · 2000 · 1.0 km']);
    expect(await status.textContent()).toBe('1 post offices near 2000');
  });

  it('does not put a reference into the address if the billers cannot be listed', async () => {
    const { page, expectComplaint } = await newVisitor();
    expectComplaint(/status of 502/);
    await page.route('**/billers', (route) => route.fulfill({ status: 502 }));
    await openRecipe(page, 'bill-form', 'bill.js');
    await page.getByRole('status').filter({ hasText: 'Bills cannot be paid' }).waitFor();
    await page.getByLabel('Reference').fill('1234 5678 903');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
    expect(new URL(page.url()).search).toBe('');
  });

  it('names the fields of a bill that the API would reject', async () => {
    const { page } = await newVisitor();
    await openBillForm(page);
    await page.getByLabel('Account number').fill('-');
    await page.getByLabel('Amount in dollars').fill('99999999999');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter the number from your bill.').waitFor();
    await page.getByText('Enter an amount, such as 125.50.').waitFor();
    await page.getByLabel('Account number').fill('1'.repeat(121));
    expect(await page.getByLabel('Account number').inputValue()).toHaveLength(120);
  });

  it('says that a bill cannot be checked if the server cannot be reached', async () => {
    const { page, expectComplaint } = await newVisitor();
    expectComplaint(/ERR_FAILED/);
    await page.route('**/check', (route) => route.abort());
    await openBillForm(page);
    await page.getByLabel('Account number').fill('1234 5678 903');
    await page.getByLabel('Amount in dollars').fill('125.50');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('status').filter({ hasText: 'We cannot check the bill' }).waitFor();
  });
});
