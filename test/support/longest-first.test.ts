import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { longest } from './longest-first.ts';

it.each(longest)('%s, which is to begin first, is there', (file) => {
  expect(existsSync(new URL(`../${file}`, import.meta.url))).toBe(true);
});
