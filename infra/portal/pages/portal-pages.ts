import type { PortalPage } from '../layout/portal-page.ts';
import { locatorPage } from '../locator/locator-page.ts';
import { referencePages } from '../reference/reference-pages.ts';
import { docsPages } from './docs-pages.ts';
import { startPage } from './start-page.ts';

/** Every page of the portal but the one for what is not there. */
export const portalPages = (): readonly PortalPage[] => [
  startPage(),
  ...docsPages(),
  ...referencePages(),
  locatorPage,
];
