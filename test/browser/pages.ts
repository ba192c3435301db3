import { portalPages } from '../../infra/portal/pages/portal-pages.ts';

export const everyPage: readonly string[] = [...portalPages().map(({ path }) => path), '/404.html'];

/** Paths of the guides, start page, changelog and other text pages, but not of the references and the locator. */
export const textPages = everyPage.filter(
  (path) => !/^\/(reference|locator)\/./.test(path) && path !== '/locator/',
);
