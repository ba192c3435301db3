import { createHash } from 'node:crypto';
import MiniSearch from 'minisearch';
import { openApiDocuments } from '../../openapi/openapi-documents.ts';
import { baseMapFiles } from '../base-map/base-map-files.ts';
import { indexOptions, type SearchEntry } from '../browser/search-index.ts';
import { icon, page } from '../layout/page.ts';
import type { PortalPage } from '../layout/portal-page.ts';
import { notFoundPage, portalPages } from '../pages/portal-pages.ts';
import { siteFiles } from '../pages/site-files.ts';
import { besideTheApi, settingsAddress } from '../settings.ts';
import { type BrowserBundle, bundleForBrowsers } from './browser-bundle.ts';
import { pickerFile } from './picker-file.ts';

/** The files of the portal by path, without a leading slash. */
export type PortalFiles = ReadonlyMap<string, string | Uint8Array>;

/** Address of a portal that `npm start` serves. A deployment replaces the files that name an address. */
const localOrigin = 'http://localhost:3000';

/** Makes all files of the portal, for an API at the same address. */
export const portalFiles = async (): Promise<PortalFiles> => {
  const bundle = await bundleForBrowsers();
  const pages = portalPages();
  const index = searchIndex(pages);
  const indexName = hashedName('search', 'json', index);
  const html = (described: PortalPage) => document(described, bundle, `/${indexName}`);
  return new Map<string, string | Uint8Array>([
    ...bundle.files,
    ...baseMapFiles(),
    ...documents(),
    [settingsAddress.slice(1), JSON.stringify(besideTheApi)],
    [indexName, index],
    ['icon.svg', icon],
    ['waypost-picker.js', await pickerFile()],
    ['404.html', html(notFoundPage)],
    ...Object.entries(siteFiles({ origin: localOrigin, isListed: false })),
    ...pages.map((each): [string, string] => [`${each.path.slice(1)}index.html`, html(each)]),
    ...pages.flatMap(({ path, markdown }): [string, string][] =>
      markdown === undefined ? [] : [[`${path.slice(1)}index.md`, markdown]],
    ),
  ]);
};

const document = (described: PortalPage, bundle: BrowserBundle, searchIndex: string): string => {
  const { scripts = [], styles = [], loads = [], ...content } = described;
  const run = (['portal', ...scripts] as const).map((name) => bundle.scripts[name]);
  return page({
    ...content,
    earlyScript: bundle.scripts.early.address,
    scripts: run.map(({ address }) => address),
    imports: [...new Set(run.flatMap(({ imports }) => imports))],
    styles: (['portal', ...styles] as const).map((name) => bundle.styles[name]),
    loads: [{ address: settingsAddress, as: 'fetch' }, ...loads],
    searchIndex,
  });
};

/** Returns the index of the portal's search as JSON, with an entry for the text below each heading. */
const searchIndex = (pages: readonly PortalPage[]): string => {
  const index = new MiniSearch<SearchEntry>(indexOptions);
  const entries = pages.flatMap(({ path, title, description, section, searchTexts = [] }) => {
    if (section === undefined) return [];
    const texts = searchTexts.some(({ heading }) => heading === undefined)
      ? searchTexts
      : [{ heading: undefined, text: '' }, ...searchTexts];
    return texts.map(({ heading, text }) => ({
      address: heading ? `${path}#${heading.id}` : path,
      title,
      heading: heading?.text ?? '',
      section,
      text: heading ? text : `${description} ${text}`.trim(),
    }));
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return JSON.stringify(index);
};

const documents = (): readonly [string, string][] =>
  Object.entries(openApiDocuments({ origin: besideTheApi.api })).map(([service, document]) => [
    `openapi/${service}.json`,
    JSON.stringify(document),
  ]);

/** Returns a name with a hash of the content, such as `assets/search-1f9c0d2e.json`, so that browsers may keep the file. */
const hashedName = (name: string, extension: string, content: string): string =>
  `assets/${name}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.${extension}`;
