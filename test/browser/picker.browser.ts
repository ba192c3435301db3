import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { findings } from './accessibility.ts';
import { totalOf } from './brute-force.ts';
import { visitors, website } from './visitor.ts';

const newVisitor = visitors();
const { url } = inject('portal');

/** A host page, as in the guide, which also records every message that it receives. */
const hostPage = (options: string): string => `<!doctype html>
<title>Checkout</title>
<button id="choose">Choose a collection point</button>
<p id="chosen" role="status"></p>
<script src="${url}/waypost-picker.js"></script>
<script type="module">
  globalThis.messages = [];
  addEventListener('message', ({ origin, data }) => messages.push({ origin, data }));
  document.querySelector('#choose').onclick = async () => {
    const place = await WaypostPicker.open(${options});
    document.querySelector('#chosen').textContent = place ? JSON.stringify(place) : 'cancelled';
  };
</script>`;

/** A page that embeds a picker whose `origin` names another website. */
const foreignPage = (origin: string): string => `<!doctype html>
<title>Foreign</title>
<script type="module">
  globalThis.messages = [];
  addEventListener('message', ({ origin, data }) => messages.push({ origin, data }));
</script>
<iframe title="Picker" width="1000" height="700" src="${url}/locator/embed/#near=3000&origin=${origin}"></iframe>`;

const originOf = website(({ pathname, searchParams }) =>
  pathname === '/foreign'
    ? foreignPage(searchParams.get('origin') ?? '')
    : hostPage(searchParams.get('options') ?? '{}'),
);

const messagesOf = (page: Page): Promise<unknown> => page.evaluate('globalThis.messages');

const openPicker = async (page: Page, options: object) => {
  await page.goto(`${originOf()}/?options=${encodeURIComponent(JSON.stringify(options))}`);
  await page.getByRole('button', { name: 'Choose a collection point' }).click();
  return page.frameLocator('iframe[title="Choose a place"]');
};

const summary = (picker: FrameLocator, hasText: string) =>
  picker.locator('#summary').filter({ hasText }).waitFor();

describe('the picker', () => {
  it('sends a website on another origin one message with the chosen place', async () => {
    const { page, see } = await newVisitor();
    const picker = await openPicker(page, { kind: 'PO,UPL', near: '3000', accepting: true, theme: 'light' });
    await summary(picker, 'places in 3000');
    await see('picker');
    const before = Date.now();
    await picker.getByRole('button', { name: 'Choose Melbourne South Post Office' }).click();
    await page.locator('#chosen').filter({ hasText: '310004_PO' }).waitFor();
    const text = z.string();
    const place = z.strictObject({ id: text, name: text, address: text, at: z.iso.datetime() });
    const chosen = place.parse(JSON.parse((await page.locator('#chosen').textContent()) ?? ''));
    expect(chosen).toMatchObject({ name: 'Melbourne South Post Office' });
    expect(chosen.address).toMatch(/^\d+ .+, Melbourne VIC 3000$/);
    expect(Math.abs(Date.parse(chosen.at) - before)).toBeLessThan(60_000);
    expect(await messagesOf(page)).toEqual([{ origin: url, data: { type: 'waypost-place', ...chosen } }]);
    expect(await page.locator('dialog').count()).toBe(0);
    await page.locator('#choose:focus').waitFor();
  });

  it('lists the same places as the API if a parcel is given', async () => {
    const parcel = '640x410x380,20000';
    const near3000 = { near: '3000', 'location[addresses.attributes.postcode]': '3000' };
    const query = { ...near3000, type: 'PO,UPL', parcel, fields: 'location' };
    const total = await totalOf(query);
    const { page } = await newVisitor();
    const picker = await openPicker(page, { kind: 'PO,UPL', near: '3000', parcel });
    await summary(picker, `${total} places in 3000`);
    await picker.locator('.result-name').first().click();
    await picker.getByText(/^Your parcel fits|not known whether your parcel fits/).waitFor();
    expect(await picker.getByRole('button', { name: 'Choose this place' }).count()).toBe(1);
    await page.keyboard.press('Escape');
    await picker.getByRole('heading', { name: 'Near 3000' }).waitFor();
    expect(await messagesOf(page)).toEqual([]);
  });

  it('does not let visitors choose a place that cannot accept the parcel', async () => {
    const { page } = await newVisitor();
    const picker = await openPicker(page, { parcel: '3000x3000x3000' });
    await summary(picker, 'places on the map');
    await picker.getByRole('combobox').fill('310004_PO');
    await page.keyboard.press('Enter');
    await picker.getByText('Your parcel is too large. Up to 105 × 60 × 60 cm and 22 kg.').waitFor();
    expect(await picker.getByRole('button', { name: 'Choose this place' }).count()).toBe(0);
  });

  it('leaves out places within minutes after they have become full', async () => {
    const { page } = await newVisitor();
    await page.clock.install();
    const picker = await openPicker(page, { near: '3000', accepting: true });
    await picker.getByRole('button', { name: 'Choose Melbourne South Post Office' }).waitFor();
    await page.route('**/workcentres?lat=*', (route) => route.fulfill({ json: { workcentres: [] } }));
    await page.clock.fastForward('06:00');
    await summary(picker, 'No places in 3000');
  });

  it('ignores options without a value', async () => {
    const { page } = await newVisitor();
    await page.goto(`${originOf()}/?options={near:'3000',kind:undefined,services:null}`);
    await page.getByRole('button', { name: 'Choose a collection point' }).click();
    const address = await page.locator('iframe').getAttribute('src');
    expect(address).toBe(
      `${url}/locator/embed/#${new URLSearchParams({ origin: originOf(), near: '3000' })}`,
    );
  });

  it('ignores an invalid parcel, and reports it on the console', async () => {
    const { page } = await newVisitor();
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    const picker = await openPicker(page, { near: '3000', parcel: '640 x 410 x 380' });
    await picker.getByRole('button', { name: 'Choose Melbourne South Post Office' }).waitFor();
    expect(warnings).toEqual(['The picker ignores the invalid option parcel: 640 x 410 x 380']);
  });

  it('can be cancelled with Escape', async () => {
    const { page } = await newVisitor();
    const picker = await openPicker(page, {});
    await summary(picker, 'places on the map');
    await page.keyboard.press('Escape');
    await page.locator('#chosen').filter({ hasText: 'cancelled' }).waitFor();
  });

  it('is cancelled with Escape in its search field, after the suggestions are closed', async () => {
    const { page } = await newVisitor();
    const picker = await openPicker(page, {});
    await summary(picker, 'places on the map');
    await picker.getByRole('combobox').fill('melbourne');
    await picker.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await picker.getByRole('listbox').waitFor({ state: 'hidden' });
    expect(await messagesOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('#chosen').filter({ hasText: 'cancelled' }).waitFor();
    expect(await messagesOf(page)).toEqual([{ origin: url, data: { type: 'waypost-cancel' } }]);
  });

  it.each(['https://shop.example', 'http://127.0.0.1'])(
    'sends nothing to another website when the origin is given as "%s"',
    async (given) => {
      const { page, expectComplaint } = await newVisitor();
      expectComplaint(/target origin provided .* does not match/);
      await page.goto(`${originOf()}/foreign?origin=${encodeURIComponent(given)}`);
      const picker = page.frameLocator('iframe');
      await picker.getByRole('button', { name: 'Choose Melbourne South Post Office' }).click();
      await page.keyboard.press('Escape');
      await page.waitForLoadState('networkidle');
      expect(await messagesOf(page)).toEqual([]);
    },
  );

  it.each(['*', '', 'https://shop.example/', 'null'])(
    'offers no choice if the origin is not exact: "%s"',
    async (given) => {
      const { page } = await newVisitor();
      await page.goto(`${originOf()}/foreign?origin=${encodeURIComponent(given)}`);
      const picker = page.frameLocator('iframe');
      await picker.getByText('open this page in a frame on the website').waitFor();
      expect(await picker.getByRole('button', { name: /^Choose/ }).count()).toBe(0);
      await page.keyboard.press('Escape');
      expect(await messagesOf(page)).toEqual([]);
    },
  );

  it('can be closed even if its frame does not load', async () => {
    const { page, expectComplaint } = await newVisitor();
    expectComplaint(/ERR_FAILED/);
    await page.route('**/locator/embed/**', (route) => route.abort());
    await openPicker(page, {});
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('#chosen').filter({ hasText: 'cancelled' }).waitFor();
  });

  it('passes the checks of axe, and says that it must be embedded in a website', async () => {
    const { page } = await newVisitor({ colorScheme: 'dark' });
    await page.goto('/locator/embed/?near=3000');
    await page.getByText('open this page in a frame on the website').waitFor();
    expect(await findings(page)).toEqual([]);
  });
});
