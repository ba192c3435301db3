import { onPage } from '../../portal/locator/dom.ts';
import { attempt, keepSession } from './api.ts';
import { showImport } from './import-page.ts';
import { showOverview } from './overview-page.ts';

keepSession();

const pages = { overview: showOverview, import: showImport } as const;
const page = onPage('page', HTMLElement);
const name = document.body.dataset.page;
if (name === 'overview' || name === 'import') void attempt(async () => pages[name](page));
