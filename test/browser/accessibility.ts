import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import * as z from 'zod';

/** Each colour scheme and each width once, as colours do not depend on the width, nor layouts on the scheme. */
export const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const;

const axe = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const findings = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.string().nullable(),
      help: z.string(),
      nodes: z.array(z.object({ html: z.string(), target: z.array(z.unknown()) })),
    }),
  ),
});

/** Returns axe's serious and critical violations of a page in its current state, one line each. */
export const seriousFindings = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(await axe);
  const { violations } = findings.parse(
    await page.evaluate('axe.run(document, { resultTypes: ["violations"] })'),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, target }) => `${id}: ${help}: ${target.join(' ')} ${html}`),
    );
};
