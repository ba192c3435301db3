import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { clientTypes } from '../../../infra/client/client-types.ts';

it('the client knows the services as their documents describe them: npm run client:types', async () => {
  for (const [name, text] of Object.entries(await clientTypes())) {
    const file = new URL(`../../../shared/client/generated/${name}`, import.meta.url);
    expect((await readFile(file, 'utf8')) === text, `${name} is behind`).toBe(true);
  }
});
