import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { viewerRequest } from '../../../../infra/local/portal/viewer-request.ts';

const code = readFileSync(
  new URL('../../../../infra/constructs/portal/folder-index.js', import.meta.url),
  'utf8',
);
const outcomeOf = viewerRequest(code);

describe('the program before the files of the portal', () => {
  it.each([
    ['/', '/index.html'],
    ['/guides/paging/', '/guides/paging/index.html'],
    ['/assets/portal-ABC.js', '/assets/portal-ABC.js'],
    ['/openapi/locations-v3.json', '/openapi/locations-v3.json'],
  ])('looks for %s in %s', (path, uri) => {
    expect(outcomeOf({ path, rawQuery: 'a=1' })).toEqual({ uri });
  });

  it.each([
    ['/guides/paging', '', '/guides/paging/'],
    ['/locator', 'postcode=3000&type=PO&type=UPL&open', '/locator/?postcode=3000&type=PO&type=UPL&open'],
    ['/locator', 'a=%2F%26&__proto__=1', '/locator/?a=%2F%26&__proto__=1'],
  ])('sends %s?%s on to %s', (path, rawQuery, movedTo) => {
    expect(outcomeOf({ path, rawQuery })).toEqual({ movedTo });
  });

  it('sends nobody to another host', () => {
    expect(outcomeOf({ path: '//evil', rawQuery: '' })).toEqual({ movedTo: '/evil/' });
  });

  it('reaches nothing of this process', () => {
    const curious = viewerRequest(
      'const handler = (event) => ({ uri: "/" + typeof process + event.constructor.constructor("return typeof process")() });',
    );
    expect(curious({ path: '/', rawQuery: '' })).toEqual({ uri: '/undefinedundefined' });
  });
});
