import { expect, inject, it } from 'vitest';
import { publicationVersionPattern } from '../../shared/domain/publication/publication-version.ts';
import { visitors, website } from './visitor.ts';

const newVisitor = visitors();
const { url, key, network } = inject('portal');
const exportUrl = `${url}/locations/v3/export/workcentres`;

const partner = website(() => '<!doctype html><title>A partner</title>');

/** Opens an empty page whose origin differs from those of the API and the files. */
const visitPartner = async () => {
  const visitor = await newVisitor();
  await visitor.page.goto(partner());
  return visitor;
};

/** Returns code that runs a function body with the API's address and a key. */
const inPage = (body: string): string =>
  `(async (API, AUTH_KEY) => { ${body} })(${JSON.stringify(url)}, ${JSON.stringify(key)})`;

it('a page on another origin can download the network', async () => {
  const { page } = await visitPartner();
  const { version, ids } = await page.evaluate<{ version: string; ids: string[] }>(
    inPage(`
      const link = await fetch(API + '/locations/v3/export/workcentres?redirect=false', { headers: { 'AUTH-KEY': AUTH_KEY } });
      const { url, version } = await link.json();
      // The file's host must not receive the key.
      const { workcentres } = await (await fetch(url)).json();
      return { version, ids: workcentres.map(({ id }) => id) };`),
  );
  expect(version).toMatch(publicationVersionPattern);
  expect(ids.toSorted()).toEqual(network.map(({ id }) => id).toSorted());
});

it('a page on another origin can read every format, and the headers for saving a file', async () => {
  const { page } = await visitPartner();
  for (const format of ['csv', 'geojson', 'changes', 'files']) {
    const read = await page.evaluate<Record<string, unknown>>(
      inPage(`
        const query = 'redirect=false&format=${format}';
        const link = await fetch(API + '/locations/v3/export/workcentres?' + query, { headers: { 'AUTH-KEY': AUTH_KEY } });
        const { url, bytes } = await link.json();
        const file = await fetch(url);
        const text = await file.text();
        return { status: file.status, length: Number(file.headers.get('content-length')), bytes, text: text.length,
          name: file.headers.get('content-disposition') ?? '' };`),
    );
    const { status, length, bytes, text, name } = read;
    expect([status, length]).toEqual([200, bytes]);
    expect(text).toBeGreaterThan(0);
    if (format !== 'files') expect(name).toContain('attachment');
  }
});

it("a page cannot read the redirect, or send its key to the files' host", async () => {
  const { page, expectComplaint } = await visitPartner();
  expectComplaint(/CORS policy|net::ERR_FAILED/);
  const headers = `headers: { 'AUTH-KEY': AUTH_KEY }`;
  const followed = await page.evaluate(
    inPage(`return fetch('${exportUrl}', { ${headers} }).then(() => 'read', (error) => error.name);`),
  );
  expect(followed).toBe('TypeError');
  const shown = await page.evaluate(
    inPage(`const { type, status, headers } = await fetch('${exportUrl}', { ${headers}, redirect: 'manual' });
      return [type, status, headers.get('location')];`),
  );
  expect(shown).toEqual(['opaqueredirect', 0, null]);
});

it('a page that repeats a request gets the cached body, although the service sends only a 304', async () => {
  const { page } = await visitPartner();
  const session = await page.context().newCDPSession(page);
  const sent: number[] = [];
  session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => sent.push(statusCode));
  await session.send('Network.enable');
  const [first, again] = await page.evaluate<(readonly [status: number, body: string])[]>(
    inPage(`const bodies = [];
      for (let round = 0; round < 2; round++) {
        const response = await fetch(API + '/locations/v3/workcentres?type=DC', { headers: { 'AUTH-KEY': AUTH_KEY } });
        bodies.push([response.status, await response.text()]);
      }
      return bodies;`),
  );
  expect(again).toEqual(first);
  expect(first?.[0]).toBe(200);
  expect(sent.filter((status) => status !== 204)).toEqual([200, 304]);
});
