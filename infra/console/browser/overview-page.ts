import { call, notify, parseHtml, patch, poll } from './page.ts';

const pollMilliseconds = 5_000;

/** Shows the overview, and updates it while the page is visible. */
export const showOverview = (page: HTMLElement): Promise<void> =>
  poll(pollMilliseconds, async () => {
    patch(page, parseHtml(await call('/api/overview')));
    notify('');
    return true;
  });
