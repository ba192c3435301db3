import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { plants } from './plants.ts';

const repository = new URL('../../../', import.meta.url);

describe('the plants', () => {
  it.each(plants)('$name: has its place in $file exactly once', async ({ file, from }) => {
    const text = await readFile(fileURLToPath(new URL(file, repository)), 'utf8');
    expect(text.split(from)).toHaveLength(2);
  });

  it('have names of their own', () => {
    const names = plants.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
