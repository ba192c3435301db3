import { baseMapFiles } from '../base-map/base-map-files.ts';
import { page } from '../layout/page.ts';
import type { PortalPage } from '../layout/portal-page.ts';
import { notFoundPage } from '../pages/not-found-page.ts';
import { portalPages } from '../pages/portal-pages.ts';
import { settingsAddress } from '../settings.ts';
import { type BrowserBundle, bundleForBrowsers } from './browser-bundle.ts';
import { dataFiles } from './data-files.ts';
import { icon } from './icon.ts';

/** The files of the portal by path, without a slash before it. */
export type PortalFiles = ReadonlyMap<string, string | Uint8Array>;

const bundledAs = <Name, Bundled>(
  known: ReadonlyMap<Name, Bundled>,
  names: readonly Name[],
): readonly Bundled[] =>
  names.map((name) => {
    const bundled = known.get(name);
    if (bundled === undefined) throw new Error(`nothing is bundled as ${name}`);
    return bundled;
  });

/** Requests to copy, and every program but that of all pages, name the API's address. */
const namesTheApi = ({ content, scripts = [] }: PortalPage): boolean =>
  scripts.length > 0 || content.includes(' data-api');

const document = (described: PortalPage, bundle: Pick<BrowserBundle, 'scripts' | 'styles'>): string => {
  const { scripts = [], styles = [], loads = [], ...content } = described;
  const run = bundledAs(bundle.scripts, ['portal', ...scripts]);
  return page({
    ...content,
    scripts: run.map(({ address }) => address),
    imports: [...new Set(run.flatMap(({ imports }) => imports))],
    styles: bundledAs(bundle.styles, ['portal', ...styles]),
    loads: namesTheApi(described) ? [{ address: settingsAddress, as: 'fetch' }, ...loads] : loads,
  });
};

/** Makes all files of the portal, for an API at the same address. */
export const portalFiles = async (): Promise<PortalFiles> => {
  const bundle = await bundleForBrowsers();
  const pages = portalPages();
  return new Map<string, string | Uint8Array>([
    ...bundle.files,
    ...baseMapFiles(),
    ...dataFiles(),
    ['icon.svg', icon],
    ['404.html', document(notFoundPage, bundle)],
    ...pages.map((each): [string, string] => [`${each.path.slice(1)}index.html`, document(each, bundle)]),
    ...pages.flatMap(({ path, markdown }): [string, string][] =>
      markdown === undefined ? [] : [[`${path.slice(1)}index.md`, markdown]],
    ),
  ]);
};
