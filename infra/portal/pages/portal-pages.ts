import type { PortalPage } from '../layout/portal-page.ts';
import { embedPage, locatorPage } from '../locator/locator-page.ts';
import { changelogPage, guidePages } from './guide-pages.ts';
import { referencePages } from './reference-pages.ts';
import { startPage } from './start-page.ts';

export interface PageSources {
  /** Address of Scalar's program. */
  readonly referenceProgram: string;
}

/** Every page of the portal but the one for what is not there. */
export const portalPages = ({ referenceProgram }: PageSources): readonly PortalPage[] => [
  startPage(),
  ...guidePages(),
  changelogPage(),
  ...referencePages(referenceProgram),
  locatorPage,
  embedPage,
];
