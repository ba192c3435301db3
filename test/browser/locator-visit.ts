import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Locator as a visitor uses it. */
export interface LocatorVisit {
  /** Types into the search field and presses Enter. */
  searchFor(text: string): Promise<void>;
  /** Returns the ids of the listed places, in order. */
  listed(): Promise<readonly string[]>;
  /** Waits until the summary of the results contains this text. */
  expectSummary(text: string | RegExp): Promise<void>;
  readonly field: Locator;
  readonly heading: Locator;
  readonly summary: Locator;
  readonly results: Locator;
  readonly details: Locator;
  readonly suggestions: Locator;
  readonly problem: Locator;
  /** Returns the button of a filter: a kind of place, or "Open now". */
  filter(name: string): Locator;
  /** Requests to the API since the visit began, as path and query. */
  readonly requests: readonly string[];
}

/** Opens the locator, and waits for its places, or for another summary. `address` is the query and fragment. */
export const visitLocator = async (
  page: Page,
  address = '',
  awaited = /\d|No places/,
): Promise<LocatorVisit> => {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/locations/')) requests.push(`${pathname}${search}`);
  });
  await page.goto(`/locator/${address}`);
  const field = page.getByRole('combobox', { name: 'Suburb, postcode, name' });
  const summary = page.locator('#summary');
  await expect.poll(() => summary.textContent()).toMatch(awaited);
  const results = page.locator('#results');
  return {
    searchFor: async (text) => {
      await field.fill(text);
      await field.press('Enter');
    },
    listed: () =>
      results
        .locator('[data-id]')
        .evaluateAll((items) => items.map((item) => item.getAttribute('data-id') ?? '')),
    expectSummary: async (text) => {
      const expected = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
      await expect.poll(() => summary.textContent()).toEqual(expected);
    },
    field,
    heading: page.locator('#results-heading'),
    summary,
    results,
    details: page.locator('#details'),
    suggestions: page.getByRole('listbox', { name: 'Suggestions' }),
    problem: page.locator('#problem'),
    filter: (name) => page.locator('#filters').getByRole('button', { name }),
    requests,
  };
};
