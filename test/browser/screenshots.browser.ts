import { copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { screenshotFolder } from './screenshot-folder.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

/** Picture of the README, which only `npm run screenshots` replaces. */
const picture = fileURLToPath(new URL('../../docs/images/portal.png', import.meta.url));
const maxPictureBytes = 300_000;

const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

const shots = [
  { name: 'start-page', path: '/', viewport: desktop },
  { name: 'guide', path: '/docs/locations/hours/', viewport: desktop },
  { name: 'reference', path: '/reference/locations-v3/getWorkCentres/', viewport: desktop },
  { name: 'locator-desktop', path: '/locator/?near=3000', viewport: desktop },
  { name: 'locator-phone', path: '/locator/?near=3000', viewport: phone },
] as const;

it.each(shots)('takes a screenshot of $path at $viewport.width pixels', async ({ name, path, viewport }) => {
  const { page } = await newVisitor({ viewport });
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  // Let the map draw the tiles and markers that have just arrived.
  if (path.startsWith('/locator/')) await page.waitForTimeout(1_500);
  const file = join(screenshotFolder, `${name}.png`);
  await page.screenshot({ path: file });
  expect((await stat(file)).size).toBeGreaterThan(20_000);
});

it('puts the start page and the locator side by side for the README', async () => {
  const images = await Promise.all(
    ['start-page', 'locator-desktop'].map(async (name) => {
      const bytes = await readFile(join(screenshotFolder, `${name}.png`));
      return `<img src="data:image/png;base64,${bytes.toString('base64')}" style="width:50%;padding:8px;box-sizing:border-box">`;
    }),
  );
  const { page } = await newVisitor({ viewport: { width: 1600, height: 580 } });
  await page.setContent(`<body style="margin:0;background:#85878c;display:flex">${images.join('')}</body>`);
  const file = join(screenshotFolder, 'readme.png');
  await page.screenshot({ path: file });
  expect((await stat(file)).size).toBeLessThan(maxPictureBytes);
  if (process.env.npm_lifecycle_event !== 'screenshots') return;
  await mkdir(join(picture, '..'), { recursive: true });
  await copyFile(file, picture);
});
