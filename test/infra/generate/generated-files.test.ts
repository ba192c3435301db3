import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generatedFiles } from '../../../infra/generate/generated-files.ts';

it.each([...(await generatedFiles())])('npm run generate would not change %s', async (path, content) => {
  expect(await readFile(path, 'utf8')).toBe(content);
});
