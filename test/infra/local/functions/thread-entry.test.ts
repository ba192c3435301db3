import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCache } from '../../../../infra/local/compile-cache.ts';

const entry = new URL('../../../../infra/local/functions/thread-entry.js', import.meta.url);

describe('a thread', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'thread-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const says = async (what: string, data?: object): Promise<unknown> => {
    const file = join(folder, 'says.ts');
    await writeFile(
      file,
      `import { parentPort, workerData } from 'node:worker_threads';\nparentPort?.postMessage((${what}) as unknown);\n`,
    );
    const workerData = { ...data, module: pathToFileURL(file).href, compileCache };
    const thread = new Worker(entry, { workerData });
    const [said] = await once(thread, 'message');
    await once(thread, 'exit');
    return said;
  };

  it('is told its data', async () => {
    expect(await says('workerData.colour', { colour: 'red' })).toBe('red');
  });

  it('takes what an earlier one compiled, and strips no types again', async () => {
    // The folder's name makes a program that no earlier run has compiled.
    const loaded = `process.moduleLoadList.some((name) => name.includes('amaro')) || ${JSON.stringify(folder)} === ''`;
    expect(await says(loaded)).toBe(true);
    expect(await says(loaded)).toBe(false);
  });
});
