import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { contentSecurityPolicy, originsOf } from '../../infra/constructs/portal/portal-headers.ts';
import type { BaseMapSettings } from '../../infra/stages/stage-settings.ts';
import { visitLocator } from './locator-visit.ts';
import { visitors } from './visitor.ts';

/** Encodes a number below 2^31 as a protocol buffers varint. */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

const field = (number: number, content: readonly number[]): number[] => [
  number * 8 + 2,
  ...varint(content.length),
  ...content,
];
const number = (of: number, value: number): number[] => [of * 8, ...varint(value)];
const bytes = (text: string): number[] => [...Buffer.from(text)];

const landTile = (): number[] => {
  const extent = 4_096;
  const corners = [0, 0, extent, 0, 0, extent, -extent, 0].map(zigzag);
  const [x = 0, y = 0, ...others] = corners;
  // Moves to the first corner, draws lines to the three others, and closes the polygon.
  const geometry = [9, x, y, 26, ...others, 15].flatMap(varint);
  const feature = [...number(3, 3), ...field(4, geometry)];
  const layer = [...number(15, 2), ...field(1, bytes('earth')), ...field(2, feature), ...number(5, extent)];
  return field(3, layer);
};

/** Returns a PMTiles archive (version 3) with one tile of the whole world, which is all land. */
const mapArchive = (): Buffer => {
  const headerBytes = 127;
  const tile = landTile();
  const metadata = bytes('{"vector_layers":[{"id":"earth","fields":{}}]}');
  // The directory has one entry: tile 0, once, with its length, at the beginning of the data.
  const directory = [1, 0, 1, tile.length, 1].flatMap(varint);
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  let offset = headerBytes;
  const section = (at: number, length: number) => {
    header.writeBigUInt64LE(BigInt(offset), at);
    header.writeBigUInt64LE(BigInt(length), at + 8);
    offset += length;
  };
  section(8, directory.length);
  section(24, metadata.length);
  section(40, 0);
  section(56, tile.length);
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at);
  // The header says: clustered, uncompressed, vector tiles, zoom level 0.
  for (const [index, value] of [1, 1, 1, 1, 0, 0].entries()) header.writeUInt8(value, 96 + index);
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + 4 * index);
  return Buffer.concat([header, Buffer.from([...directory, ...metadata, ...tile])]);
};

const newVisitor = visitors();
const still = { reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } } as const;

const attribution = 'Somebody <b>& others</b>';

/** Serves the settings and the content security policy of a stage with this base map. */
const withBaseMap = async (page: Page, basemap: BaseMapSettings): Promise<void> => {
  await page.route('**/settings.json', (route) =>
    route.fulfill({ json: { api: '', stage: 'local', basemap } }),
  );
  await page.route('**/locator/', async (route) => {
    const response = await route.fetch();
    const policy = contentSecurityPolicy({ ...originsOf(basemap), workers: true, overTls: false });
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'content-security-policy': policy },
    });
  });
};

const tiles: BaseMapSettings = {
  kind: 'raster',
  url: 'https://localhost:1/light/{z}/{x}/{y}{r}.png',
  darkUrl: 'https://localhost:1/dark/{z}/{x}/{y}{r}.png',
  attribution,
  maxZoom: 18,
};
const archiveSettings: BaseMapSettings = { kind: 'pmtiles', path: '/map/streets-1.pmtiles', attribution };

const noteOf = (page: Page) => page.locator('.map-note');
const credit = (page: Page) => page.locator('.leaflet-control-attribution').textContent();

const tile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('the outline is drawn if no map is configured, says that it shows no streets, and limits the zoom', async () => {
  const { page, see } = await visitLocator(newVisitor(still), '#at=-33.8600,151.2000');
  expect(await noteOf(page).textContent()).toBe('This map shows no streets.');
  expect(await credit(page)).toContain('© OpenStreetMap contributors');
  await page.locator('path.land.served').waitFor({ state: 'attached' });
  const zoomIn = page.locator('.leaflet-control-zoom-in');
  for (let clicks = 0; clicks < 20 && (await zoomIn.getAttribute('aria-disabled')) !== 'true'; clicks++)
    await zoomIn.click();
  expect(await zoomIn.getAttribute('aria-disabled')).toBe('true');
  await see('outline');
});

it("tiles from a server match the colour scheme and the screen's pixel density, and need no outline", async () => {
  const { page } = await newVisitor({ ...still, deviceScaleFactor: 2 });
  await withBaseMap(page, tiles);
  const requested: string[] = [];
  await page.route('https://localhost:1/**', (route) => {
    requested.push(new URL(route.request().url()).pathname);
    return route.fulfill({ body: tile, contentType: 'image/png' });
  });
  await visitLocator({ page });
  await expect
    .poll(() => requested)
    .toContainEqual(expect.stringMatching(/^\/light\/\d+\/\d+\/\d+@2x\.png$/));
  expect(requested.some((path) => path.startsWith('/dark/'))).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => requested.some((path) => path.startsWith('/dark/'))).toBe(true);
  expect(await credit(page)).toContain(attribution);
  expect(await noteOf(page).count()).toBe(0);
});

const archive = mapArchive();

/** Sends the requested range of the archive, as CloudFront and the local stack do. */
const sendRange = (route: Route) => {
  const [, first = 0, last = 0] = /^bytes=(\d+)-(\d+)$/.exec(route.request().headers().range ?? '') ?? [];
  const body = archive.subarray(Number(first), Number(last) + 1);
  const range = `bytes ${first}-${Number(first) + body.length - 1}/${archive.length}`;
  return route.fulfill({ status: 206, body, headers: { 'content-range': range, etag: '"1"' } });
};

it('vector tiles are drawn from an archive in the portal, within its content security policy', async () => {
  const { page, see } = await newVisitor(still);
  await withBaseMap(page, archiveSettings);
  await page.route('**/map/streets-1.pmtiles', sendRange);
  await visitLocator({ page });
  const canvas = page.locator('.vector-map canvas');
  await canvas.waitFor();
  expect(await noteOf(page).count()).toBe(0);
  expect(await credit(page)).toContain('Somebody');
  await page.locator('.leaflet-control-zoom-in').click();
  await see('vector-tiles');
});

it.each<[string, BaseMapSettings]>([
  ['tiles', tiles],
  ['archive', archiveSettings],
  ['style', { kind: 'style', url: 'https://localhost:1/style.json', attribution }],
])('the outline replaces a map whose %s cannot be loaded, with a notice', async (name, basemap) => {
  const { page, expectComplaint, see } = await newVisitor(still);
  expectComplaint(/Failed to load resource|404/);
  await withBaseMap(page, basemap);
  await page.route('https://localhost:1/**', (route) => route.fulfill({ status: 503 }));
  await visitLocator({ page });
  await expect.poll(() => noteOf(page).textContent()).toMatch(/^The street map could not be loaded\./);
  await page.locator('path.land.served').waitFor({ state: 'attached' });
  expect(await credit(page)).not.toContain('Somebody');
  expect(await page.locator('.vector-map').count()).toBe(0);
  await see(`outline-instead-of-${name}`);
});
