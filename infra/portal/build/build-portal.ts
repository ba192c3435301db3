import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import MiniSearch from 'minisearch';
import { openApiDocuments } from '../../openapi/openapi-documents.ts';
import { baseMapFiles } from '../base-map/base-map-files.ts';
import { indexOptions, type SearchEntry } from '../browser/search-index.ts';
import { icon, type PortalPage, page } from '../layout/page.ts';
import { notFoundPage, portalPages } from '../pages/portal-pages.ts';
import { siteFiles } from '../pages/site-files.ts';
import { besideTheApi, settingsAddress } from '../settings.ts';
import { bundleForBrowsers, pickerFile } from './browser-bundle.ts';

/**
 * Builds the portal as static files, for an API at the same address, and replaces the content of the folder `out`.
 * Returns the number of files, and their total size in bytes. Rejects if a script cannot be bundled.
 */
export const buildPortal = async ({ out }: { readonly out: string }) => {
  const files = await portalFiles();
  await rm(out, { recursive: true, force: true });
  let bytes = 0;
  for (const [path, content] of files) {
    await mkdir(dirname(join(out, path)), { recursive: true });
    await writeFile(join(out, path), content);
    bytes += Buffer.byteLength(content);
  }
  return { files: files.size, bytes };
};

/** Address of a portal that `npm start` serves. A deployment replaces the files that contain it. */
const localOrigin = 'http://localhost:3000';

/** Returns all files of the portal by path, without a leading slash, for an API at the same address. */
export const portalFiles = async (): Promise<ReadonlyMap<string, string | Uint8Array>> => {
  const bundle = await bundleForBrowsers();
  const pages = portalPages();
  const documents = Object.entries(openApiDocuments({ origin: besideTheApi.api }));
  const index = searchIndex(pages);
  const hash = createHash('sha256').update(index).digest('hex').slice(0, 8);
  const indexName = `assets/search-${hash}.json`;
  const html = (described: PortalPage) => page(described, { ...bundle, searchIndex: `/${indexName}` });
  return new Map<string, string | Uint8Array>([
    ...bundle.files,
    ...baseMapFiles(),
    ...documents.map(([name, document]) => [`openapi/${name}.json`, JSON.stringify(document)] as const),
    [settingsAddress.slice(1), JSON.stringify(besideTheApi)],
    [indexName, index],
    ['icon.svg', icon],
    ['waypost-picker.js', await pickerFile()],
    ['404.html', html(notFoundPage())],
    ...Object.entries(siteFiles({ origin: localOrigin, api: localOrigin, isListed: false, contacts: {} })),
    ...pages.map((each) => [`${each.path.slice(1)}index.html`, html(each)] as const),
    ...pages.flatMap(({ path, markdown }) =>
      markdown === undefined ? [] : [[`${path.slice(1)}index.md`, markdown] as const],
    ),
  ]);
};

/** Length in characters, which is about one line of the results. */
const excerptLength = 120;

/** Returns the index of the portal's search as JSON, with an entry for the text below each heading. */
const searchIndex = (pages: readonly PortalPage[]): string => {
  const index = new MiniSearch<SearchEntry>(indexOptions);
  const entries = pages.flatMap(({ path, title, description, section, sections = [{ text: '' }] }) => {
    if (section === undefined) return [];
    return sections.map(({ heading, text: below }) => {
      const text = heading ? below : `${description} ${below}`;
      const excerpt = text.trim().replace(/\s+/g, ' ').slice(0, excerptLength);
      const address = heading ? `${path}#${heading.id}` : path;
      return { title, section, heading: heading?.text ?? '', address, text, excerpt };
    });
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return JSON.stringify(index);
};
