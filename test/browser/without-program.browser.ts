import { describe, expect, it } from 'vitest';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

const startsNot = 'The locator needs JavaScript. If it does not start, load this page anew.';

describe('the locator without its script', () => {
  it('explains that it needs JavaScript, and accepts no search', async () => {
    const { page, see } = await newVisitor({ javaScriptEnabled: false });
    await page.goto('/locator/');
    await page.getByText(startsNot).waitFor();
    expect(await page.getByRole('button', { name: 'Search' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Use my position' }).isDisabled()).toBe(true);
    await see('locator-no-javascript');
  });

  it('explains what to do if the script cannot be loaded', async () => {
    const { page, expectComplaint } = await newVisitor();
    expectComplaint(/ERR_FAILED/);
    await page.route('**/assets/locator-*.js', (route) => route.abort());
    await page.goto('/locator/');
    await page.getByText(startsNot).waitFor();
    const address = page.url();
    await page.getByLabel('Postcode or location code').fill('3000');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { name: 'Search' }).isDisabled()).toBe(true);
    expect(page.url()).toBe(address);
  });

  it('shows only an error if its settings cannot be read', async () => {
    const { page, expectComplaint } = await newVisitor();
    expectComplaint(/status of 503|settings\.json was answered with 503/);
    await page.route('**/settings.json', (route) => route.fulfill({ status: 503 }));
    await page.goto('/locator/');
    await page.getByRole('alert').filter({ hasText: 'its settings cannot be read' }).waitFor();
    await expect.poll(() => page.getByText(startsNot).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Search' }).isDisabled()).toBe(true);
  });

  it('hides the explanation once the script has started, and accepts searches', async () => {
    const { page } = await newVisitor();
    await page.goto('/locator/');
    await page.getByText('Search by postcode, or choose a point on the map.').waitFor();
    expect(await page.getByText(startsNot).count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Search' }).isEnabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Use my position' }).isEnabled()).toBe(true);
  });
});
