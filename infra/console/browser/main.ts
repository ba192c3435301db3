import { onPage } from '../../portal/browser/dom.ts';
import { showImport } from './import-page.ts';
import { showLocations } from './locations-page.ts';
import { attempt, call, keepSession, notify, parseHtml, patch, poll } from './page.ts';

keepSession();

// Otherwise the browser would leave the page for a file that is dropped beside the input for files.
for (const type of ['dragover', 'drop'] as const)
  addEventListener(type, (event) => {
    const isInput = event.target instanceof HTMLInputElement && event.target.type === 'file';
    if (!isInput && event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });

/** Shows the overview, and updates it while the page is visible. */
const showOverview = (page: HTMLElement): Promise<void> =>
  poll(5_000, async () => {
    patch(page, parseHtml(await call('/api/overview')));
    notify('');
    return true;
  });

const pages = { overview: showOverview, import: showImport, locations: showLocations };
for (const [name, show] of Object.entries(pages))
  if (document.body.dataset.page === name) void attempt(async () => show(onPage('page', HTMLElement)));
