import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Opens the locator, and waits for its places, or for another summary. `address` is the query and fragment. */
export const visitLocator = async <Visitor extends { readonly page: Page }>(
  visiting: Visitor | Promise<Visitor>,
  address = '',
  awaited = /\d|No places/,
) => {
  const visitor = await visiting;
  const { page } = visitor;
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
    ...visitor,
    /** Types into the search field and presses Enter. */
    searchFor: async (text: string) => {
      await field.fill(text);
      await field.press('Enter');
    },
    /** Returns the ids of the listed places, in order. */
    listed: () =>
      results
        .locator('[data-id]')
        .evaluateAll((items) => items.map((item) => item.getAttribute('data-id') ?? '')),
    /** Waits until the summary of the results contains this text. */
    expectSummary: async (text: string | RegExp) => {
      const expected = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
      await expect.poll(() => summary.textContent()).toEqual(expected);
    },
    field,
    heading: page.locator('#results-heading'),
    results,
    details: page.locator('#details'),
    suggestions: page.getByRole('listbox', { name: 'Suggestions' }),
    problem: page.locator('#problem'),
    /** Returns the button of a filter: a kind of place, or "Open now". */
    filter: (name: string) => page.locator('#filters').getByRole('button', { name }),
    /** Requests to the API since the visit began, as path and query. */
    requests,
  };
};
