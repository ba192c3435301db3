import type { PortalPage } from '../layout/portal-page.ts';
import { locatorPage } from '../locator/locator-page.ts';
import { docsPages } from './docs-pages.ts';
import { referencePages } from './reference-pages.ts';
import { startPage } from './start-page.ts';

export interface PageSources {
  /** Address of Scalar's program. */
  readonly referenceProgram: string;
}

/** Every page of the portal but the one for what is not there. */
export const portalPages = ({ referenceProgram }: PageSources): readonly PortalPage[] => [
  startPage(),
  ...docsPages(),
  ...referencePages(referenceProgram),
  locatorPage,
];
