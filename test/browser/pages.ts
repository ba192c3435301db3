import { portalPages } from '../../infra/portal/pages/portal-pages.ts';

export const everyPage: readonly string[] = [...portalPages().map(({ path }) => path), '/404.html'];

/** Paths of all pages except those of the locator, which are nothing without their script. */
export const textPages = everyPage.filter((path) => !path.startsWith('/locator/'));
