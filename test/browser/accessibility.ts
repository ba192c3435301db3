import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Uses each scheme and each width once, because colours do not depend on widths, nor layouts on schemes. */
export const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const;

const axe = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rules whose outcome depends on colours, the width and which elements are collapsed. */
export const lookRules = [
  'color-contrast',
  'scrollable-region-focusable',
  'target-size',
  'aria-hidden-focus',
];

/** Returns one line for each violation that axe finds in the page's current state. Checks all rules by default. */
export const findings = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await axe);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${help}: ${target.join(' ')} ${html}`),
  );
};

/** Expects that axe finds no violations, and that nothing is wider than the window. */
export const expectAccessible = async (page: Page, rules?: readonly string[]): Promise<void> => {
  expect(await findings(page, rules)).toEqual([]);
  await expectNoSideways(page);
};

export const expectNoSideways = async (page: Page): Promise<void> => {
  const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(wider), page.url()).toBe(0);
};
