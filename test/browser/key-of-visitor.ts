import type { Page } from 'playwright-core';
import { inject } from 'vitest';

/** Enters a key as a visitor does; by default the stack's. */
export const giveKey = async (page: Page, key: string = inject('portal').key): Promise<void> => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Enter your key|Key in use)$/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Your key' });
  await dialog.getByLabel('AUTH-KEY').fill(key);
  await dialog.getByRole('button', { name: 'Keep for this tab' }).click();
  // The page stores the key after the dialog has closed. A test that leaves earlier would lose it.
  await page.getByRole('banner').getByRole('button', { name: 'Key in use' }).waitFor();
};
