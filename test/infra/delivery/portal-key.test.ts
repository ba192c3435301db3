import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { portalKeyNote } from '../../../infra/delivery/portal-key.ts';
import { listenUntilTestEnds } from '../../support/per-test.ts';

it.each([
  [200, 200, undefined],
  // A new stage has published nothing yet.
  [200, 503, undefined],
  [200, 401, /^The API rejects the locator's key with status 401, .*: npx waypost keys portal --stage dev$/],
  [200, 403, /^The API rejects the locator's key with status 403, .*: npx waypost keys portal --stage dev$/],
  [404, 200, /^The locator has no key yet, .*: npx waypost keys portal --stage dev$/],
  [503, 200, /^Could not check whether the locator at .* has a key .* \(status 503\)\. .*--stage dev$/],
])("explains status %i of the locator's key and status %i of its search", async (ofKey, ofSearch, note) => {
  const searches: unknown[] = [];
  const portal = createServer((request, response) => {
    expect(request.url).toBe('/key.json');
    response.writeHead(ofKey).end('{"browserKey":"wp_web_key"}');
  });
  const api = createServer(({ url, headers }, response) => {
    searches.push({ url, key: headers['auth-key'], origin: headers.origin });
    response.writeHead(ofSearch).end();
  });
  const origin = `http://127.0.0.1:${await listenUntilTestEnds(portal)}`;
  const apiUrl = `http://127.0.0.1:${await listenUntilTestEnds(api)}/dev/`;
  const found = await portalKeyNote('dev', { portalUrl: `${origin}/`, apiUrl });
  const search = { url: '/dev/locations/v3/workcentres?size=0', key: 'wp_web_key', origin };
  expect(searches).toEqual(ofKey === 200 ? [search] : []);
  expect(found).toEqual(note && expect.stringMatching(note));
});
