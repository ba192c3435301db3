import type { Page } from 'playwright-core';
import { inject } from 'vitest';

/** Enters a key as a visitor does, by default the stack's. The page must not have a key yet. */
export const giveKey = async (page: Page, key: string = inject('portal').key): Promise<void> => {
  await page.getByRole('banner').getByRole('button', { name: 'Enter your key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your key' });
  await dialog.getByLabel('AUTH-KEY').fill(key);
  await dialog.getByRole('button', { name: 'Use this key' }).click();
  await dialog.getByText('The API accepts this key.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
};

/** Stores a key in the tab without checking it. `details` is what the check would have returned. */
export const keepKey = (page: Page, key: string = inject('portal').key, details = {}): Promise<unknown> =>
  page.addInitScript(
    (stored) => sessionStorage.setItem('waypost.auth-key', stored),
    JSON.stringify({ text: key, ...details }),
  );
