import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { expectAccessible, looks } from './accessibility.ts';
import { consoleVisits } from './console-visit.ts';
import { hold } from './visitor.ts';

const { openConsole, openOwnConsole, fromApi, waypost } = consoleVisits();

const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('sv', { timeZone: 'Australia/Sydney' });

const found = z.object({
  pagination: z.object({ total: z.int() }),
  workcentres: z.array(z.object({ id: z.string() })),
});
const findOnApi = async (query: string) => found.parse(await fromApi(`/locations/v3/workcentres?${query}`));

const openLocation = async (page: Page, code: string) => {
  await page.goto(`/locations?code=${code}`);
  await page.getByRole('form', { name: 'Details' }).waitFor();
};

const send = async (page: Page, name: string, values: Readonly<Record<string, string>>, submit: RegExp) => {
  const form = page.getByRole('form', { name });
  for (const [label, value] of Object.entries({ Reason: 'A test', ...values }))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: submit }).click();
};

const save = (page: Page, values: Readonly<Record<string, string>>) => send(page, 'Details', values, /^Save/);

/** Finds a location by its code, and opens it. */
const choose = async (page: Page, code: string) => {
  await page.getByLabel('Find by any text').fill(code.toLowerCase());
  await page.getByRole('link', { name: code }).click();
};

const expectShown = (page: Page, code: string) =>
  expect.poll(() => page.locator('#details h2').first().textContent()).toContain(code);

const expectSaved = (page: Page) => expect.poll(() => notice(page)).toMatch(/^The change is saved/);

const notice = (page: Page) => page.locator('#notice').textContent();
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

it('closes a location for tomorrow, which the API then shows, and undoes the change', async () => {
  // A location that is open tomorrow, because post offices may be closed on that weekday.
  const { id } = (await findOnApi(`open_at=${tomorrow}T11:00&size=1`)).workcentres[0] ?? { id: '' };
  const { page, see } = await openConsole();
  await page.goto('/');
  await page.getByRole('link', { name: 'Locations' }).click();
  await choose(page, id);
  const isOpen = async () => (await findOnApi(`id=${id}&open_at=${tomorrow}T11:00`)).pagination.total;

  await send(
    page,
    'Closed, or special hours',
    { 'First day': tomorrow, 'Last day': tomorrow, Hours: 'closed', Reason: 'Burst pipe' },
    /^Save the days/,
  );
  await expectSaved(page);
  await expect.poll(isOpen, { timeout: 30_000 }).toBe(0);
  await region(page, 'What clients get').getByText('Version 2').click();
  await expect.poll(() => region(page, 'What clients get').textContent()).toContain('SPECIAL_CLOSED');
  expect(await region(page, 'Overrides').textContent()).toContain(`hours:${tomorrow}`);
  await see('console-closed');

  await region(page, 'History').getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(isOpen, { timeout: 30_000 }).toBe(1);
  const history = region(page, 'History').getByRole('row');
  await expect.poll(() => history.count()).toBe(3);
  expect(await history.nth(1).textContent()).toContain('Undo: Burst pipe');
});

it('two people who change one location do not overwrite each other', async () => {
  const [ada, bo] = [await openConsole(), await openOwnConsole()];
  bo.expectComplaint(/409/);
  for (const { page } of [ada, bo]) await openLocation(page, '310004_PO');
  // Bo types into the field and restores its value, which does not count as a change.
  const details = bo.page.getByRole('form', { name: 'Details' });
  const stored = await details.getByLabel('Phone').inputValue();
  for (const text of ['0', stored]) await details.getByLabel('Phone').fill(text);
  await save(ada.page, { Phone: '(03) 5550 0001', Reason: 'Ada: new line' });
  await expectSaved(ada.page);

  await save(bo.page, { Name: 'Melbourne Southside', Reason: 'Bo: renamed' });
  await expect.poll(() => notice(bo.page)).toMatch(/has changed this location since you opened it/);
  expect(await region(bo.page, 'History').textContent()).toContain('Ada: new line');
  expect(await details.getByLabel('Phone').inputValue()).toBe('(03) 5550 0001');
  await expect.poll(() => bo.page.evaluate('document.activeElement.textContent')).toBe('Save the details');
  expect(await details.getByLabel('Name').inputValue()).toBe('Melbourne Southside');
  await bo.see('console-changed-by-another');
  await details.getByRole('button', { name: /^Save/ }).click();
  await expectSaved(bo.page);
  const shown = async () => JSON.stringify(await fromApi('/locations/v3/workcentres/310004_PO'));
  await expect.poll(shown).toMatch(/Melbourne Southside.*\(03\) 5550 0001/);
});

it('keeps text typed into a form while another form is saved, and asks before discarding it', async () => {
  const { page } = await openConsole();
  await openLocation(page, '310006_PO');
  const phone = page.getByRole('form', { name: 'Details' }).getByLabel('Phone');
  await phone.fill('(03) 5550 0009');
  const days = { 'First day': tomorrow, 'Last day': tomorrow, Reason: 'Burst pipe' };
  await send(page, 'Closed, or special hours', days, /^Save the days/);
  await expectSaved(page);
  expect(await phone.inputValue()).toBe('(03) 5550 0009');

  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole('link', { name: 'New location' }).click();
  await expect.poll(() => questions).toEqual(['You have unsaved changes. Discard them?']);
  expect(await phone.inputValue()).toBe('(03) 5550 0009');
});

it('does not change text with a line break when another field is saved', async () => {
  await waypost('locations', 'set', '310003_PO', 'directions=Level 1\nnext to the lift', '--reason', 'Lift');
  const { page } = await openConsole();
  await openLocation(page, '310003_PO');
  const directions = page.getByRole('form', { name: 'Details' }).getByLabel('Directions');
  expect(await directions.inputValue()).toBe('Level 1 next to the lift');
  const saved = page.waitForRequest('**/api/location/values');
  await save(page, { Phone: '(03) 5550 0003' });
  expect((await saved).postDataJSON()).toMatchObject({ phone_number: '(03) 5550 0003' });
  expect((await saved).postDataJSON()).not.toHaveProperty('directions');
});

it('keeps text typed while a change is saved, and publishes the change even if another location is chosen', async () => {
  const { page } = await openConsole();
  await openLocation(page, '310016_PO');
  const details = page.getByRole('form', { name: 'Details' });
  const first = await hold(page, '**/api/location/values');
  await save(page, { Name: 'Renamed' });
  await first.asked;
  await details.getByLabel('Suburb').fill('TYPED');
  first.release();
  await expectSaved(page);
  expect(await details.getByLabel('Name').inputValue()).toBe('Renamed');
  expect(await details.getByLabel('Suburb').inputValue()).toBe('TYPED');
  expect(await details.getByLabel('Reason').inputValue()).toBe('');

  const second = await hold(page, '**/api/location/values');
  page.on('dialog', (dialog) => void dialog.accept());
  await save(page, { Name: 'Renamed again' });
  await second.asked;
  await choose(page, '310011_PO');
  await expectShown(page, '310011_PO');
  const published = page.waitForRequest('**/api/locations/publish');
  second.release();
  expect((await published).postDataJSON()).toEqual({ changed: '310016_PO' });
  expect(await notice(page)).toMatch(/^310016_PO: The change is saved\./);
  await expectShown(page, '310011_PO');
});

it('asks before Back, a link or closing the page discards typed text', async () => {
  const { page } = await openConsole();
  await page.goto('/locations');
  for (const code of ['310009_PO', '310010_PO']) {
    await choose(page, code);
    await expectShown(page, code);
  }
  const phone = page.getByRole('form', { name: 'Details' }).getByLabel('Phone');
  await phone.click();
  await phone.fill('(03) 5550 0009');
  const kept = async () => {
    await expectShown(page, '310010_PO');
    expect(await phone.inputValue()).toBe('(03) 5550 0009');
    expect(page.url()).toContain('?code=310010_PO');
  };
  let isDiscarded = false;
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void (isDiscarded ? dialog.accept() : dialog.dismiss());
  });
  await page.evaluate('history.back()');
  await expect.poll(() => questions).toEqual(['confirm']);
  await expect.poll(() => page.url()).toContain('?code=310010_PO');
  await kept();
  await page.getByRole('link', { name: 'Overview' }).click({ noWaitAfter: true });
  await expect.poll(() => questions).toEqual(['confirm', 'beforeunload']);
  await kept();
  // The link to the content changes only the fragment.
  await page.evaluate('document.querySelector(".skip-link").click()');
  await page.waitForTimeout(200);
  expect(await phone.inputValue()).toBe('(03) 5550 0009');
  isDiscarded = true;
  await page.evaluate('history.go(-2)');
  await expectShown(page, '310009_PO');
  expect(questions).toHaveLength(3);
});

it("sets a service's hours until a date, and shows problems beside the fields", async () => {
  const { page, expectComplaint } = await openConsole();
  expectComplaint(/400/);
  await openLocation(page, '310012_PO');
  const details = page.getByRole('form', { name: 'Details' });
  await details.getByText('Services', { exact: true }).click();
  const service = details.locator('[name^="service:"]').first();
  const label = (await details.locator('label[for^="details-service-"]').first().textContent()) ?? '';
  await service.fill('mornings');
  await details.getByText('Services', { exact: true }).click();
  await save(page, { Reason: 'Staff' });
  await details.getByText(/^This must be yes, no, or Mo-Fr 09:00-17:00/).waitFor();
  expect(await page.evaluate('document.activeElement.value')).toBe('mornings');
  await save(page, { [label]: 'Mo-Fr 09:00-12:00', Until: '2020-01-31' });
  await details.getByText(/^This has already passed: it is .* at the location\.$/).waitFor();
  expect(await page.evaluate('document.activeElement.name')).toBe('until');
  await save(page, { Until: tomorrow });
  await expectSaved(page);
  expect(await service.inputValue()).toBe('Mo-Fr 09:00-12:00');
  const overrides = region(page, 'Overrides').getByRole('row').nth(1);
  expect(await overrides.textContent()).toMatch(new RegExp(`^service:\\d+Mo-Fr 09:00-12:00\\w+${tomorrow}`));
  expect(await region(page, 'The record').textContent()).toContain(`${label}: Mo-Fr 09:00-12:00`);
});

it('says when a change is served and, after two changes, when the second is served', async () => {
  const { page } = await openConsole();
  await openLocation(page, '310013_PO');
  const respond = (route: Route) => route.fulfill({ body: 'The first change.' });
  const first = await hold(page, '**/api/locations/publish', respond, { times: 1 });
  await save(page, { Phone: '(03) 5550 0013' });
  await expect.poll(() => notice(page)).toBe('The change is saved. Publishing …');
  await first.asked;
  await save(page, { Phone: '(03) 5550 0014' });
  const served = /^The change is saved\. The change is published: catalogue \S+ .* is being served\.$/;
  await expect.poll(() => notice(page), { timeout: 30_000 }).toMatch(served);
  const clients = region(page, 'What clients get');
  await expect.poll(() => clients.textContent()).toContain('(03) 5550 0014');
  first.release();
  await page.waitForTimeout(300);
  expect(await notice(page)).toMatch(served);
});

it('notices a change that another operator made while its own change was being published', async () => {
  const { page, expectComplaint } = await openConsole();
  expectComplaint(/409/);
  await openLocation(page, '310015_PO');
  const publishing = await hold(page, '**/api/locations/publish', (route) =>
    route.fulfill({ body: 'It is served.' }),
  );
  await save(page, { Name: 'Renamed' });
  await expect.poll(() => notice(page)).toBe('The change is saved. Publishing …');
  await waypost('locations', 'set', '310015_PO', 'phone_number=(03) 5550 0016', '--reason', 'New line');
  publishing.release();
  const clients = region(page, 'What clients get');
  await expect.poll(() => clients.textContent()).toContain('(03) 5550 0016');
  await save(page, { Phone: '(03) 5550 0017' });
  await expect.poll(() => notice(page)).toMatch(/has changed this location since you opened it/);
});

it('says so if a change is not served within 60 seconds, or cannot be published', async () => {
  const { page, expectComplaint } = await openConsole();
  expectComplaint(/502/);
  await page.clock.install();
  await openLocation(page, '310014_PO');
  const error = { code: 'failed', message: 'the changes are stored, but publishing was rejected' };
  const publishing = await hold(page, '**/api/locations/publish', (route) =>
    route.fulfill({ status: 502, json: { error } }),
  );
  await save(page, { Phone: '(03) 5550 0014' });
  await expect.poll(() => notice(page)).toBe('The change is saved. Publishing …');
  await page.clock.fastForward(59_000);
  expect(await notice(page)).toBe('The change is saved. Publishing …');
  await page.clock.fastForward(2_000);
  await expect
    .poll(() => notice(page))
    .toBe(
      'The change is saved, but was not served within 60 seconds. The overview shows whether publishing works.',
    );
  publishing.release();
  await save(page, { Phone: '(03) 5550 0015' });
  await expect.poll(() => notice(page)).toBe('The changes are stored, but publishing was rejected.');
});

it('undoes a batch of several locations only after confirmation', async () => {
  const where = ['--where', 'id=310007_PO,310008_PO'];
  await waypost('locations', 'set', ...where, 'name=Renamed', '--reason', 'New signs');
  const { page } = await openConsole();
  await openLocation(page, '310007_PO');
  const undo = region(page, 'History').getByRole('button', { name: /^Undo New signs/ });
  const name = page.getByRole('form', { name: 'Details' }).getByLabel('Name');
  const answered = async (isAccepted: boolean) => {
    const asked = page.waitForEvent('dialog');
    const clicked = undo.click({ timeout: 10_000 });
    const dialog = await asked;
    await (isAccepted ? dialog.accept() : dialog.dismiss());
    await clicked;
    return dialog.message();
  };
  expect(await answered(false)).toBe('This undoes the change to all 2 locations. Continue?');
  await expect.poll(() => undo.isEnabled()).toBe(true);
  expect(await name.inputValue()).toBe('Renamed');
  await answered(true);
  await expectSaved(page);
  await expect.poll(() => name.inputValue()).not.toBe('Renamed');
});

it('shows the location chosen last, even if the response for another arrives later', async () => {
  const { page } = await openConsole();
  await openLocation(page, '310009_PO');
  const held = await hold(page, /api\/location\?code=310010_PO/);
  await choose(page, '310010_PO');
  await held.asked;
  await choose(page, '310011_PO');
  await expectShown(page, '310011_PO');
  const late = page.waitForResponse(/code=310010_PO/);
  held.release();
  await late;
  await page.waitForTimeout(200);
  await expectShown(page, '310011_PO');
});

it('after a conflict, does not return to the changed location if another was chosen in the meantime', async () => {
  const { page, expectComplaint } = await openConsole();
  expectComplaint(/409/);
  await openLocation(page, '310009_PO');
  const error = { code: 'busy', message: 'somebody has changed it' };
  await page.route('**/api/location/values', (route) => route.fulfill({ status: 409, json: { error } }));
  const held = await hold(page, /api\/location\?code=310009_PO/);
  page.on('dialog', (dialog) => void dialog.accept());
  await save(page, { Name: 'Renamed' });
  await held.asked;
  await choose(page, '310011_PO');
  await expectShown(page, '310011_PO');
  const late = page.waitForResponse(/code=310009_PO/);
  held.release();
  await late;
  await expect.poll(() => notice(page)).toMatch(/^Somebody has changed it/);
  await expectShown(page, '310011_PO');
});

it('shows the problem beside the field, and keeps the typed text', async () => {
  const { page, expectComplaint } = await openConsole();
  expectComplaint(/400/);
  await openLocation(page, '310005_PO');
  const details = page.getByRole('form', { name: 'Details' });
  await save(page, { Postcode: '30x0', Position: 'south', Reason: '' });
  await expect.poll(() => details.getByLabel('Reason').getAttribute('aria-invalid')).toBe('true');
  await save(page, {});
  const postcode = details.getByLabel('Postcode');
  await expect.poll(() => postcode.getAttribute('aria-invalid')).toBe('true');
  expect(await details.getByText('This must be four digits.').isVisible()).toBe(true);
  expect(await details.getByText(/^This must be latitude,longitude in degrees/).isVisible()).toBe(true);
  expect(await postcode.inputValue()).toBe('30x0');
  expect(await page.evaluate('document.activeElement.name')).toBe('address.postcode');
  await send(page, 'Closed, or special hours', { 'First day': tomorrow, 'Last day': '2020-01-01' }, /^Save/);
  await expect.poll(() => page.getByText(/^This must not be before the first day/).isVisible()).toBe(true);
});

it('adds a location with services, removes it, and undoes the removal', async () => {
  const { page, expectComplaint } = await openConsole();
  expectComplaint(/400|404/);
  await page.goto('/locations');
  await page.getByRole('link', { name: 'New location' }).click();
  const form = page.getByRole('form', { name: 'New location' });
  await form.getByText('Services', { exact: true }).click();
  await form.locator('[name^="service:"]').first().fill('yes');
  const values = {
    ...{ Code: 'TANAMI_PO', Type: 'PO', 'Work centre': '999998', Name: 'Tanami' },
    ...{ 'Address line 1': '1 Track', Suburb: 'TANAMI', State: 'NT', Postcode: '0899' },
    ...{ Position: '-20.5,131.5', 'Usual week': 'Mo-Fr 09:00-17:00' },
  };
  await send(page, 'New location', values, /^Add/);
  await page.getByRole('form', { name: 'Details' }).waitFor();
  const isThere = async () => (await findOnApi('id=TANAMI_PO')).pagination.total;
  await expect.poll(isThere).toBe(1);
  const point = async () => JSON.stringify(await fromApi('/locations/v2/points/TANAMI_PO'));
  await expect.poll(point).toMatch(/"service_codes":\["\d+"\].*"17:00"/);

  await send(page, 'Removal', { Reason: 'Closed down' }, /^Remove/);
  await page.getByText('This location has been removed.').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('TANAMI_PO');
  await expect.poll(isThere).toBe(0);
  await region(page, 'History').getByRole('button', { name: /^Undo/ }).first().click();
  await page.getByRole('form', { name: 'Details' }).waitFor();
  await expect.poll(isThere).toBe(1);
});

it('finds places on the map, and can be operated with only the keyboard', async () => {
  const { page } = await openConsole();
  await page.goto('/locations');
  await page.getByText(/^5,\d+ of 5,\d+ locations/).waitFor();
  const search = page.getByLabel('Find by any text');
  await search.fill('310003_po');
  await page.getByText(/^1 of/).waitFor();
  await page.locator('#map .point').click();
  await expectShown(page, '310003_PO');

  await search.fill('');
  await page.getByText(/^5,\d+ of 5,\d+ locations/).waitFor();
  await search.focus();
  await page.keyboard.type('310004 melbourne');
  await page.getByText(/^1 of/).waitFor();
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await expectShown(page, '310004_PO');
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H2');
  await page.goBack();
  await expectShown(page, '310003_PO');
});

it.each(looks)(
  'axe finds no violations on a location at $width pixels in $colorScheme',
  async ({ colorScheme, width }) => {
    const viewport = { width, height: 900 };
    const { page, see } = await openConsole({ colorScheme, viewport, reducedMotion: 'reduce' });
    await openLocation(page, '310004_PO');
    await page.getByText('Version 3').waitFor();
    await page.locator('summary', { hasText: 'Services' }).click();
    await expectAccessible(page);
    await see(`console-location-${colorScheme}`);
  },
);

it('searches 21,000 locations without delay', async () => {
  const { page } = await openConsole();
  const locations = Array.from({ length: 21_000 }, (_, index) => {
    const code = `${300_000 + index}_PO`;
    const place = { lat: -12 - (index % 300) / 10, lon: 115 + index / 600, locality: 'TOWN NSW 2000' };
    return { code, type: 'PO', name: `Office ${index}`, ...place, text: code.toLowerCase() };
  });
  await page.route('**/api/network', (route) => route.fulfill({ json: locations }));
  await page.goto('/locations');
  await page.getByText(/^21,000 of 21,000 locations/).waitFor();
  const started = performance.now();
  await page.getByLabel('Find by any text').fill('320999');
  await page.getByText('1 of 21,000 locations').waitFor();
  expect(performance.now() - started).toBeLessThan(2_000);
});
