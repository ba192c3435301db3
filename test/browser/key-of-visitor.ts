import type { Page } from 'playwright-core';
import { inject } from 'vitest';

/** Gives a key as a visitor does: the stack's own where none is named. */
export const giveKey = async (page: Page, key: string = inject('portal').key): Promise<void> => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Enter your key|Key in use)$/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Your key' });
  await dialog.getByLabel('AUTH-KEY').fill(key);
  await dialog.getByRole('button', { name: 'Keep for this tab' }).click();
  // The page stores the key only after the dialog has closed; a test that leaves the page before would lose it.
  await page.getByRole('banner').getByRole('button', { name: 'Key in use' }).waitFor();
};
