import { expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../infra/constructs/portal/portal-headers.ts';
import { portalPages } from '../../infra/portal/pages/portal-pages.ts';
import { expectAccessible, expectNoSideways, lookRules } from './accessibility.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

const everyPage: readonly string[] = [...portalPages().map(({ path }) => path), '/404.html'];

/** Paths of all pages except those of the locator, which are nothing without their script. */
const textPages = everyPage.filter((path) => !path.startsWith('/locator/'));

it.each(textPages)(
  'axe finds no violations in light or dark, and nothing is wider than a window or a phone: %s',
  async (path) => {
    const viewport = { width: 1280, height: 900 };
    const { page, see } = await newVisitor({ reducedMotion: 'reduce', colorScheme: 'light', viewport });
    await page.goto(path);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page, lookRules);
    if (path === '/docs/quickstart/') await see('guide-dark-phone');
  },
);

it('no page is wider than 375 pixels with text at twice its normal size', async () => {
  const { page, see } = await newVisitor({ viewport: { width: 375, height: 740 } });
  for (const path of ['/', '/docs/', '/docs/quickstart/', '/changelog/', '/reference/', '/404.html']) {
    await page.goto(path);
    await page.evaluate("document.documentElement.style.fontSize = '32px'");
    await expectNoSideways(page);
  }
  await see('large-text');
});

it('every page is readable without JavaScript', async () => {
  const { page, see } = await newVisitor({ javaScriptEnabled: false });
  for (const path of textPages) {
    await page.goto(path);
    expect(await page.getByRole('heading', { level: 1 }).isVisible(), path).toBe(true);
    expect((await page.getByRole('main').textContent())?.length, path).toBeGreaterThan(100);
    // Buttons that need a script are hidden.
    expect(await page.getByRole('button').count(), path).toBe(0);
  }
  await page.goto('/docs/quickstart/');
  const request = page.locator('.request').first();
  await request.getByText('PHP', { exact: true }).click();
  await expect.poll(() => request.getByText('curl_').first().isVisible()).toBe(true);
  expect(await page.getByText('$API').count()).toBe(0);
  await see('quickstart-no-javascript');
});

it("every page's headers allow only what it needs", async () => {
  const { page } = await newVisitor();
  for (const path of everyPage) {
    const response = await page.request.get(path);
    const framed = path === '/locator/embed/';
    const workers = path.startsWith('/locator/');
    expect(response.status(), path).toBe(200);
    expect(response.headers(), path).toMatchObject({
      // The API and the portal have the same address here.
      'content-security-policy': contentSecurityPolicy({ connect: [], overTls: false, workers, framed }),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      ...(!framed && { 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' }),
      'cross-origin-resource-policy': framed ? 'cross-origin' : 'same-origin',
      'cache-control': 'public, max-age=0, must-revalidate',
    });
    expect('x-frame-options' in response.headers(), path).toBe(!framed);
  }
});

it('the policy blocks injected scripts, and requests to other hosts', async () => {
  const { page, expectComplaint } = await newVisitor();
  expectComplaint(/Content Security Policy/);
  await page.goto('/');
  const outcome = await page.evaluate(`(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.gotIn = true';
    document.body.append(script);
    const request = await fetch('https://example.com/').then(() => 'sent', () => 'blocked');
    return { gotIn: window.gotIn === true, request };
  })()`);
  expect(outcome).toEqual({ gotIn: false, request: 'blocked' });
});
