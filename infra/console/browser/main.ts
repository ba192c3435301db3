import { onPage } from '../../portal/browser/dom.ts';
import { showImport } from './import-page.ts';
import { showLocations } from './locations-page.ts';
import { showOverview } from './overview-page.ts';
import { attempt, keepSession } from './page.ts';

keepSession();

// Otherwise the browser would leave the page for a file that is dropped beside the place for it.
for (const type of ['dragover', 'drop'] as const)
  addEventListener(type, (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });

const pages = new Map<string | undefined, (page: HTMLElement) => Promise<void> | void>([
  ['overview', showOverview],
  ['import', showImport],
  ['locations', showLocations],
]);
void attempt(async () => pages.get(document.body.dataset.page)?.(onPage('page', HTMLElement)));
