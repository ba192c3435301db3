import { onPage } from '../../portal/browser/dom.ts';
import { attempt, keepSession } from './api.ts';
import { showImport } from './import-page.ts';
import { showLocations } from './locations-page.ts';
import { showOverview } from './overview-page.ts';

keepSession();

const pages = new Map<string | undefined, (page: HTMLElement) => Promise<void> | void>([
  ['overview', showOverview],
  ['import', showImport],
  ['locations', showLocations],
]);
void attempt(async () => pages.get(document.body.dataset.page)?.(onPage('page', HTMLElement)));
