import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { besideTheApi } from '../../infra/portal/settings.ts';
import type { ExportedPlace } from './exported-network.ts';
import { giveKey } from './key-of-visitor.ts';

/** Number of places on one page of results. */
export const shownAtOnce = 20;

/** Locator as a visitor uses it. */
export interface LocatorVisit {
  /** Types into the search field and presses Enter. */
  searchFor(text: string): Promise<void>;
  /** Waits until exactly these places are listed in this order. */
  expectPlaces(places: readonly ExportedPlace[]): Promise<void>;
  readonly field: Locator;
  readonly results: Locator;
  readonly summary: Locator;
  readonly advice: Locator;
  readonly more: Locator;
  placeOf(code: string): Locator;
}

/** Serves the page settings in which the locator has no key of its own. */
export const withoutOwnKey = (page: Page): Promise<unknown> =>
  page.route('**/settings.json', (route) => route.fulfill({ json: besideTheApi }));

/** Opens the locator, by default with the stack's key. `fragment` is that of the address, with `#`. */
export const visitLocator = async (
  page: Page,
  { fragment = '', key = true }: { readonly fragment?: string; readonly key?: boolean } = {},
): Promise<LocatorVisit> => {
  await page.goto(`/locator/${fragment}`);
  // Waits until the script has started and read its settings, as it accepts no search before.
  await expect.poll(() => page.getByRole('button', { name: 'Search' }).isEnabled()).toBe(true);
  if (key) await giveKey(page);
  const results = page.locator('#results');
  const toggles = results.locator('[aria-controls^="details-of-"]');
  const listed = (): Promise<string[]> =>
    toggles.evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-controls')?.replace('details-of-', '') ?? ''),
    );
  return {
    field: page.getByLabel('Postcode or location code'),
    results,
    summary: page.locator('#summary'),
    advice: page.locator('#advice'),
    more: page.getByRole('button', { name: 'More results' }),
    placeOf: (code) => results.locator('li').filter({ has: page.locator(`[id="details-of-${code}"]`) }),
    searchFor: async (text) => {
      await page.getByLabel('Postcode or location code').fill(text);
      await page.keyboard.press('Enter');
    },
    expectPlaces: async (places) => {
      await expect
        .poll(listed, { timeout: 20_000, message: 'codes of the results' })
        .toEqual(places.map(({ id }) => id));
      await expect.poll(() => results.getAttribute('aria-busy')).toBe('false');
    },
  };
};
