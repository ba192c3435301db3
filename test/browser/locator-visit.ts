import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ExportedPlace } from './exported-network.ts';
import { giveKey } from './key-of-visitor.ts';

/** What fits onto one page of results. */
export const shownAtOnce = 20;

/** The locator as a visitor handles it. */
export interface LocatorVisit {
  /** Writes into the field and presses Enter. */
  searchFor(text: string): Promise<void>;
  /** Waits until exactly these places are listed, in this order. */
  expectPlaces(places: readonly ExportedPlace[]): Promise<void>;
  readonly field: Locator;
  readonly results: Locator;
  readonly summary: Locator;
  readonly advice: Locator;
  readonly more: Locator;
  /** The result of a place, by its code. */
  placeOf(code: string): Locator;
}

/** Opens the locator, with the stack's key unless told otherwise. `fragment` is the address's, with its `#`. */
export const visitLocator = async (
  page: Page,
  { fragment = '', key = true }: { readonly fragment?: string; readonly key?: boolean } = {},
): Promise<LocatorVisit> => {
  await page.goto(`/locator/${fragment}`);
  // Its program has started, and has read its settings: before that it takes no search.
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
