import { createHash } from 'node:crypto';
import MiniSearch from 'minisearch';
import { openApiDocuments } from '../../openapi/openapi-documents.ts';
import { baseMapFiles } from '../base-map/base-map-files.ts';
import { indexOptions, type SearchEntry } from '../browser/search-index.ts';
import { icon, type PortalPage, page } from '../layout/page.ts';
import { notFoundPage, portalPages } from '../pages/portal-pages.ts';
import { siteFiles } from '../pages/site-files.ts';
import { besideTheApi, settingsAddress } from '../settings.ts';
import { bundleForBrowsers, pickerFile } from './browser-bundle.ts';

/** The files of the portal by path, without a leading slash. */
export type PortalFiles = ReadonlyMap<string, string | Uint8Array>;

/** Address of a portal that `npm start` serves. A deployment replaces the files that contain it. */
const localOrigin = 'http://localhost:3000';

/** Builds all files of the portal, for an API at the same address. */
export const portalFiles = async (): Promise<PortalFiles> => {
  const bundle = await bundleForBrowsers();
  const pages = portalPages();
  const documents = openApiDocuments({ origin: besideTheApi.api });
  const index = searchIndex(pages);
  const indexName = hashedName('search', 'json', index);
  const html = (described: PortalPage): string =>
    page(described, { ...bundle, searchIndex: `/${indexName}` });
  return new Map<string, string | Uint8Array>([
    ...bundle.files,
    ...baseMapFiles(),
    ...Object.entries(documents).map(([service, document]): [string, string] => [
      `openapi/${service}.json`,
      JSON.stringify(document),
    ]),
    [settingsAddress.slice(1), JSON.stringify(besideTheApi)],
    [indexName, index],
    ['icon.svg', icon],
    ['waypost-picker.js', await pickerFile()],
    ['404.html', html(notFoundPage())],
    ...Object.entries(siteFiles({ origin: localOrigin, api: localOrigin, isListed: false })),
    ...pages.map((each): [string, string] => [`${each.path.slice(1)}index.html`, html(each)]),
    ...pages.flatMap(({ path, markdown }): [string, string][] =>
      markdown === undefined ? [] : [[`${path.slice(1)}index.md`, markdown]],
    ),
  ]);
};

/** Length in characters, which is about one line of the results. */
const excerptLength = 120;
const noText: PortalPage['searchTexts'] = [{ heading: undefined, text: '' }];

/** Returns the index of the portal's search as JSON, with an entry for the text below each heading. */
const searchIndex = (pages: readonly PortalPage[]): string => {
  const index = new MiniSearch<SearchEntry>(indexOptions);
  const entries = pages.flatMap(({ path, title, description, section, searchTexts = noText }) => {
    if (section === undefined) return [];
    return searchTexts.map(({ heading, text: below }) => {
      const text = heading ? below : `${description} ${below}`;
      const excerpt = text.trim().replace(/\s+/g, ' ').slice(0, excerptLength);
      const address = heading ? `${path}#${heading.id}` : path;
      return { title, section, heading: heading?.text ?? '', address, text, excerpt };
    });
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return JSON.stringify(index);
};

/** Returns a name with a content hash, such as `assets/search-1f9c0d2e.json`, so that browsers can cache the file. */
const hashedName = (name: string, extension: string, content: string): string =>
  `assets/${name}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.${extension}`;
