import { describe, expect, inject, it } from 'vitest';
import { giveKey } from './key-of-visitor.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();
const { key, sandboxKey, enquiriesKey } = inject('portal');

const open = async () => {
  const visitor = await newVisitor();
  await visitor.page.goto('/reference/');
  const button = visitor.page.getByRole('banner').getByRole('button', { name: /key|·/ });
  const dialog = visitor.page.getByRole('dialog');
  const enter = async (text: string) => {
    await dialog.getByLabel('AUTH-KEY').fill(text);
    await visitor.page.keyboard.press('Enter');
  };
  const stored = () => visitor.page.evaluate('Object.keys(sessionStorage)');
  await button.click();
  return { ...visitor, button, dialog, enter, stored };
};

describe('the key dialog', () => {
  it('shows the client, kind, plan, rate and scopes of a key, including on the next page, until it is forgotten', async () => {
    const { page, button, dialog, enter, stored } = await open();
    await enter(sandboxKey);
    await dialog.getByText('The API accepts this key.').waitFor();
    const facts = await dialog.locator('dl').textContent();
    for (const fact of [
      'acme',
      'Sandbox',
      'standard: 10 searches per second',
      'bill-management, locations-v2, locations-v3',
    ])
      expect(facts).toContain(fact);
    await page.goto('/');
    expect(await button.textContent()).toBe('acme · sandbox · 10 req/s');
    expect(await page.content()).not.toContain(sandboxKey.slice(8));
    await button.click();
    await dialog.getByRole('button', { name: 'Forget key' }).click();
    expect(await button.textContent()).toBe('Enter your key');
    expect(await dialog.getByLabel('AUTH-KEY').inputValue()).toBe('');
    expect(await stored()).toEqual([]);
  });

  it('describes a key that can only submit enquiries', async () => {
    const { dialog, enter, expectComplaint } = await open();
    expectComplaint(/status of (403|405)/);
    await enter(enquiriesKey);
    await dialog.getByText('bill-management:enquiries').waitFor();
  });

  it.each([
    ['nonsense', 'This is not a key.'],
    ['', 'Enter a key.'],
    [`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, 'The API does not accept this key.'],
  ])('does not keep %j, and says what is wrong', async (text, problem) => {
    const { dialog, enter, stored, expectComplaint } = await open();
    expectComplaint(/status of 401/);
    await enter(text);
    await dialog.getByRole('alert').filter({ hasText: problem }).waitFor();
    expect(await dialog.getByLabel('AUTH-KEY').getAttribute('aria-invalid')).toBe('true');
    expect(await stored()).toEqual([]);
  });

  it("does not keep another website's browser key", async () => {
    const { dialog, enter, stored, page, expectComplaint } = await open();
    expectComplaint(/status of 403/);
    await page.route('**/workcentres?size=0', (route) => route.fulfill({ status: 403, json: {} }));
    await enter(`wp_web_${'0'.repeat(12)}_${'0'.repeat(59)}`);
    await dialog.getByRole('alert').filter({ hasText: 'only on its own websites' }).waitFor();
    expect(await stored()).toEqual([]);
  });

  it('says if the API does not respond, and can try again', async () => {
    const { page, dialog, enter, button, expectComplaint } = await open();
    expectComplaint(/ERR_FAILED/);
    await page.route('**/workcentres?size=0', (route) => route.abort(), { times: 1 });
    await enter(key);
    await dialog.getByRole('alert').filter({ hasText: 'did not respond' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('The API accepts this key.').waitFor();
    expect(await button.textContent()).toBe('tests · test');
  });

  it('keeps only the key entered last if the dialog was closed while another was being checked', async () => {
    const { page, dialog, enter, button } = await open();
    const held: (() => void)[] = [];
    await page.route('**/workcentres?size=0', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    const checks = async (count: number) => expect.poll(() => held.length).toBe(count);
    await enter(sandboxKey);
    await checks(1);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await button.click();
    await enter(key);
    await checks(2);
    const answered = page.waitForResponse('**/workcentres?size=0');
    held[0]?.();
    await (await answered).finished();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect(await button.textContent()).toBe('Enter your key');
    held[1]?.();
    await dialog.getByText('The API accepts this key.').waitFor();
    expect(await button.textContent()).toBe('tests · test');
  });

  it('shares the key with all pages in the tab, and with no other tab', async () => {
    const { page, dialog } = await open();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await giveKey(page);
    const other = await page.context().newPage();
    await other.goto('/reference/');
    await other.getByRole('button', { name: 'Enter your key' }).waitFor();
  });
});
