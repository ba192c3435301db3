import { copyFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, inject, it, onTestFinished } from 'vitest';
import { startConsole } from '../support/stack/start-console.ts';
import { screenshotFolder } from './screenshot-folder.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

/** Pictures for the documents. Only `npm run screenshots` replaces them. */
const pictures = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const maxPictureBytes = 300_000;

const takePicture = async (page: Page, name: string, fullPage = false) => {
  const file = join(screenshotFolder, `${name}.png`);
  await page.screenshot({ path: file, fullPage });
  expect((await stat(file)).size).toBeLessThan(maxPictureBytes);
  if (process.env.npm_lifecycle_event !== 'screenshots') return;
  await mkdir(pictures, { recursive: true });
  await copyFile(file, join(pictures, `${name}.png`));
};

const viewport = { width: 1280, height: 900 };

it('puts the start page and the locator side by side for the README', async () => {
  const images: string[] = [];
  for (const path of ['/', '/locator/?near=3000']) {
    const { page } = await newVisitor({ viewport });
    await page.goto(path, { waitUntil: 'networkidle' });
    // Let the map draw the tiles and markers that have just arrived.
    if (path !== '/') await page.waitForTimeout(1_500);
    const source = `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;
    images.push(`<img src="${source}" style="width:50%;padding:8px;box-sizing:border-box">`);
  }
  const { page } = await newVisitor({ viewport: { width: 1600, height: 580 } });
  await page.setContent(`<body style="margin:0;background:#85878c;display:flex">${images.join('')}</body>`);
  await takePicture(page, 'portal');
});

it('takes the pictures for the console guide, without changing anything', async () => {
  const { link, interrupt, ended } = await startConsole(inject('portal').dataDirectory);
  onTestFinished(async () => {
    interrupt();
    await ended;
  });
  const { page } = await newVisitor({ viewport, baseURL: new URL(link).origin });
  await page.goto(link);
  await page.getByRole('table', { name: 'Audit' }).waitFor();
  // Readers do not have this stack's temporary folder.
  await page.evaluate(
    `for (const code of document.querySelectorAll('code')) code.textContent = code.textContent.replace(/ --data-dir .*/, '')`,
  );
  await takePicture(page, 'console-overview');

  await page.goto('/import');
  const csv = 'code,name\nWATER,Water\nGAS,\n';
  const file = { name: 'bill-types.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel('Drop a file here').setInputFiles(file);
  await page.getByLabel('Kind of records').selectOption('bill-types');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('region', { name: 'What the import would do' }).waitFor();
  await takePicture(page, 'console-import', true);

  await page.goto('/locations?code=310003_PO');
  await page.getByLabel('Find by any text').fill('melbourne vic 3000');
  await page.getByRole('form', { name: 'Details' }).waitFor();
  // Let the map draw the outline and the clusters.
  await page.waitForTimeout(1_500);
  await takePicture(page, 'console-locations');
  const days = page.getByRole('form', { name: 'Closed, or special hours' });
  for (const label of ['First day', 'Last day']) await days.getByLabel(label).fill('2026-12-24');
  await days.getByLabel('Reason').fill('Burst pipe');
  await days.scrollIntoViewIfNeeded();
  await takePicture(page, 'console-change');
});
