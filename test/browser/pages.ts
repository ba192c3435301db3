import { portalPages } from '../../infra/portal/pages/portal-pages.ts';

/** Paths of all pages of the portal. */
export const everyPage: readonly string[] = [...portalPages().map(({ path }) => path), '/404.html'];

/** Paths of all pages of text: guides, start page, changelog and others, but not the references and the locator. */
export const textPages = everyPage.filter(
  (path) => !/^\/(reference|locator)\/./.test(path) && path !== '/locator/',
);
