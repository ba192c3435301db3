import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible, looks } from './accessibility.ts';
import { consoleVisits } from './console-visit.ts';

const { openConsole, openOwnConsole, fromApi, waypost } = consoleVisits();

const address = '[{"address_line_1":"1 Track","suburb":"TANAMI","state":"NT","postcode":"0899"}]';
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const csv = [
  'location_code,type,work_centre_id,lat,lon,name,addresses',
  `CONSOLE_PO,PO,999998,-20.5,131.5,Console,${quoted(address)}`,
  `BAD_PO,PO,999999,north,131.5,Bad,${quoted(address)}`,
].join('\r\n');
const file = { name: 'tanami.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };

it('checks a dropped file, imports it, and shows the progress again after a reload', async () => {
  const { page, see } = await openConsole();
  await page.goto('/');
  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByLabel('Drop a file here, or choose one').setInputFiles(file);
  await page.getByLabel('What the file contains').selectOption('merge');
  await page.getByRole('button', { name: 'Check the file' }).click();
  const dryRun = page.getByRole('region', { name: 'What the import would do' });
  expect(await dryRun.locator('dl').textContent()).toBe('Lines2Added1Changed0Unchanged0Removed0Bad lines1');
  expect(await dryRun.getByRole('table', { name: 'Bad lines' }).textContent()).toContain(
    'lat: must be a number',
  );
  await see('console-dry-run');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dryRun.getByRole('link', { name: 'Download the bad lines' }).click(),
  ]);
  expect(await readFile(await saved.path(), 'utf8')).toBe('line,reason\r\n3,"lat: must be a number"\r\n');

  await dryRun.getByRole('button', { name: 'Import the valid lines' }).click();
  await page.waitForURL(/\/import\?key=locations/);
  await page.reload();
  const progress = page.getByRole('region', { name: 'Import' });
  await expect.poll(() => progress.textContent(), { timeout: 60_000 }).toMatch(/Done\. catalogue \S+/);
  expect(await progress.textContent()).toContain('Added1');
  await see('console-imported');
  expect(JSON.stringify(await fromApi('/locations/v3/workcentres/CONSOLE_PO'))).toContain('CONSOLE_PO');

  await page.getByRole('link', { name: 'Overview' }).click();
  const imports = page.getByRole('region', { name: 'Imports' });
  await expect.poll(() => imports.textContent()).toContain('locations (merge)imported1001');
  await see('console-overview');
});

it('explains why a file cannot be imported, and rejects a replacement without valid lines', async () => {
  const { page, expectComplaint } = await openConsole();
  expectComplaint(/502|400/);
  await page.goto('/import');
  const check = async (name: string, content: string) => {
    const buffer = Buffer.from(content);
    await page.getByLabel('Drop a file here').setInputFiles({ name, mimeType: 'text/plain', buffer });
    await page.getByRole('button', { name: 'Check the file' }).click();
  };
  await check('open.csv', 'location_code,type\nA,"PO\n');
  await expect
    .poll(() => page.locator('#notice').textContent())
    .toMatch(/^Open\.csv cannot be read: line 2: a quotation mark/i);
  await check('nothing.ndjson', '{}\n');
  await page.getByText(/^The import would be rejected: the input has no valid lines/).waitFor();
  expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
});

it.each(looks)(
  'axe finds no violations on the pages at $width pixels in $colorScheme',
  async ({ colorScheme, width }) => {
    const viewport = { width, height: 900 };
    const { page } = await openConsole({ colorScheme, viewport, reducedMotion: 'reduce' });
    await page.goto('/');
    await page.getByRole('region', { name: 'Published' }).waitFor();
    await expectAccessible(page);
    await page.goto('/import');
    await page.getByRole('button', { name: 'Check the file' }).waitFor();
    await expectAccessible(page);
  },
);

/**
 * Drops a file on an element that does not accept files. Returns whether the browser would leave the page to open it.
 */
const dropBeside = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{}'], 'beside.ndjson'));
    const event = (type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    const heading = document.querySelector('h1');
    heading.dispatchEvent(event('dragover'));
    return heading.dispatchEvent(event('drop'));
  })()`);

it('accepts files dropped anywhere on the import page, and ignores files dropped on other pages', async () => {
  const { page } = await openConsole();
  await page.goto('/');
  expect(await dropBeside(page)).toBe(false);
  await page.goto('/import');
  await page.getByRole('button', { name: 'Check the file' }).waitFor();
  expect(await dropBeside(page)).toBe(false);
  expect(await page.evaluate('document.querySelector("[type=file]").files[0].name')).toBe('beside.ndjson');
  await page.getByRole('button', { name: 'Check the file' }).click();
  const dryRun = page.getByRole('region', { name: 'What the import would do' });
  await dryRun.waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('What the import would do');
});

const markup = `"><img src=x onerror="window.ran=1"><script>window.ran=1</script>`;

it('shows markup in names, files and reasons as text on all pages, and executes nothing', async () => {
  const { page, expectComplaint } = await openConsole();
  expectComplaint(/502/);
  const isSafe = async () => {
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(await page.locator('main :is(img[src="x"], script)').count()).toBe(0);
  };
  await waypost('locations', 'set', '310003_PO', `name=${markup}`, '--reason', markup);
  await page.goto('/locations?code=310003_PO');
  await page.getByRole('form', { name: 'Details' }).waitFor();
  await page.getByLabel('Find by any text').fill('310003_po');
  await page.getByText(/^1 of/).waitFor();
  await page.locator('#map .point').hover();
  const shown = [
    page.locator('#results'),
    page.locator('#details h2').first(),
    page.getByRole('region', { name: 'History' }),
    page.getByRole('region', { name: 'Overrides' }),
    page.locator('.leaflet-tooltip'),
  ];
  for (const part of shown) expect(await part.textContent()).toContain(markup);
  await isSafe();

  await page.goto('/import');
  const buffer = Buffer.from(JSON.stringify({ location_code: markup, type: markup }));
  for (const name of [`${markup}.ndjson`, `${markup}.csv`]) {
    await page.getByLabel('Drop a file here').setInputFiles({ name, mimeType: 'text/plain', buffer });
    await page.getByRole('button', { name: 'Check the file' }).click();
    if (name.endsWith('ndjson')) await page.getByRole('table', { name: 'Bad lines' }).waitFor();
    else await expect.poll(() => page.locator('#notice').textContent()).toContain('cannot be read');
    await isSafe();
  }

  await waypost('keys', 'issue', '--client', markup, '--scope', 'locations-v3', '--expires', '7d');
  await page.goto('/');
  await page.getByRole('cell', { name: markup }).waitFor();
  await isSafe();
});

it('updates itself without losing focus or selection, and says when the console has stopped', async () => {
  const { page, expectComplaint, end } = await openOwnConsole();
  expectComplaint(/ERR_CONNECTION_REFUSED/);
  const published = page.getByRole('region', { name: 'Published' });
  await page.getByRole('group', { name: 'Audit' }).focus();
  await published.locator('code').selectText();
  const kept = () =>
    page.evaluate<string>('document.activeElement.ariaLabel + " " + getSelection().toString()');
  const before = await kept();
  expect(before).toMatch(/^Audit \d{8}T/);
  const first = await published.textContent();
  await expect.poll(() => published.textContent()).not.toBe(first);
  expect(await kept()).toBe(before);
  await end();
  await expect
    .poll(() => page.locator('#notice').textContent())
    .toBe('The console has stopped. Run `waypost console` again.');
});
