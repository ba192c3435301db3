import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { visitors } from './visitor.ts';

const newVisitor = visitors();
const run = promisify(execFile);
const numbers = z.array(z.number());

const median = (numbers: readonly number[]): number | undefined =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

describe('the start page', () => {
  it('has three requests to copy, which work in a shell with the key', async () => {
    const { page, see } = await newVisitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    // The confirmation disappears after two seconds of the page's time.
    await page.clock.install();
    await page.goto('/');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const requests = page.locator('.copyable').filter({ hasText: 'curl ' });
    expect(await requests.count()).toBe(3);
    for (const request of await requests.all()) {
      await request.getByRole('button', { name: /^Copy: / }).click();
      await request.getByText('Copied').waitFor();
      const line = String(await page.evaluate('navigator.clipboard.readText()'));
      expect(line).toMatch(/^curl -H "AUTH-KEY: \$AUTH_KEY" "http/);
      const { stdout } = await run(
        'sh',
        ['-c', `${line} --silent --output /dev/null --write-out '%{http_code}'`],
        {
          env: { PATH: process.env.PATH, AUTH_KEY: inject('portal').key },
        },
      );
      expect(stdout, line).toBe('200');
    }
    await see('start-page');
  });

  it("shows each guide's summary below its title, and the links of the services on one line", async () => {
    const { page } = await newVisitor({ viewport: { width: 1280, height: 900 } });
    await page.goto('/');
    const gaps = numbers.parse(
      await page.evaluate(`[...document.querySelectorAll('.reading-list .card')].map((card) =>
        card.querySelector('p').getBoundingClientRect().top - card.querySelector('h3').getBoundingClientRect().bottom)`),
    );
    expect(gaps.length).toBeGreaterThan(3);
    expect(Math.max(...gaps)).toBeLessThan(16);
    const feet = numbers.parse(
      await page.evaluate(`[...document.querySelectorAll('.services .card p:last-child')].map((link) =>
        link.getBoundingClientRect().bottom)`),
    );
    expect(feet).toHaveLength(3);
    expect(new Set(feet).size).toBe(1);
  });

  it('is sent in less than 300 kB', async () => {
    const { page } = await newVisitor();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      sizes.push(request.sizes().then((sent) => sent.responseBodySize + sent.responseHeadersSize));
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
    expect(sizes.length).toBeGreaterThan(2);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(300_000);
  });

  it('is loaded within two seconds, and its button opens the dialog', async () => {
    const milliseconds: number[] = [];
    for (let visit = 0; visit < 5; visit++) {
      const { page } = await newVisitor();
      const before = performance.now();
      await page.goto('/', { waitUntil: 'load' });
      await page.getByRole('button', { name: 'Enter your key' }).click();
      await page.getByRole('dialog', { name: 'Your key' }).waitFor();
      milliseconds.push(performance.now() - before);
    }
    expect(median(milliseconds)).toBeLessThan(2_000);
  });

  it('stores the key only for the tab, not in address or cookies, and removes it on request', async () => {
    const { page, see } = await newVisitor();
    await page.goto('/');
    const button = page.getByRole('banner').getByRole('button');
    const dialog = page.getByRole('dialog', { name: 'Your key' });
    await button.click();
    await see('key-dialog');
    await dialog.getByLabel('AUTH-KEY').fill('wp_test_mine');
    await dialog.getByRole('button', { name: 'Keep for this tab' }).click();
    await page.getByRole('link', { name: 'Guides' }).first().click();
    await expect.poll(() => button.textContent()).toBe('Key in use');
    const { cookies, origins } = await page.context().storageState();
    expect({ url: page.url(), cookies, origins }).toEqual({
      url: `${inject('portal').url}/guides/`,
      cookies: [],
      origins: [],
    });
    const otherTab = await page.context().newPage();
    await otherTab.goto('/');
    await expect
      .poll(() => otherTab.getByRole('banner').getByRole('button').textContent())
      .toBe('Enter your key');
    await button.click();
    await dialog.getByRole('button', { name: 'Forget it' }).click();
    await expect.poll(() => button.textContent()).toBe('Enter your key');
  });
});
