import { onPage } from '../../portal/browser/dom.ts';
import { showImport } from './import-page.ts';
import { showLocations } from './locations-page.ts';
import { attempt, call, keepSession, notify, parseHtml, patch, poll } from './page.ts';

keepSession();

// A file can be dropped anywhere on the page. By default, the browser would open it instead.
for (const type of ['dragover', 'drop'] as const)
  addEventListener(type, (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const input = document.querySelector<HTMLInputElement>('[type="file"]:enabled');
    if (type === 'dragover' || !input) return;
    if (event.dataTransfer.files.length > 1) return notify('Drop one file at a time.', true);
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });

const showOverview = (page: HTMLElement): Promise<void> =>
  poll(5_000, async () => {
    patch(page, parseHtml(await call('/api/overview')));
    notify('');
    return true;
  });

const pages = { overview: showOverview, import: showImport, locations: showLocations };
const show = new Map(Object.entries(pages)).get(document.body.dataset.page ?? '');
if (show) void attempt(async () => show(onPage('page', HTMLElement)));
