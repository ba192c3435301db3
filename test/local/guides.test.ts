import { execFile } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readGuides } from '../../infra/portal/pages/guides.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { sharedStack } from './running-stack.ts';

const run = promisify(execFile);
const { url, key } = sharedStack;

const scriptsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, block = '']) => block)
    .filter((block) => block.includes('curl'));

const guided = readGuides()
  .map(({ name, body }) => ({ name, scripts: scriptsOf(body) }))
  .filter(({ scripts }) => scripts.length > 0);

const printed: Readonly<Record<string, RegExp>> = {
  'locations/export': /^[0-9a-f]{64} {2}network\.ndjson\.gz\n\d+\n\{"url":"http/,
  'reliability/rate-limits': /^ *\d+ 200\n/,
  'reliability/caching': /^200\n304\n$/,
};

const runScript = async (script: string) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'waypost-guide-'));
  const { stdout } = await run('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, API: url, AUTH_KEY: key },
  });
  return stdout;
};

it.each(guided)('the commands of the guide $name print the documented output', async ({ name, scripts }) => {
  const { headers } = await httpTarget(url, key).send({ path: '/locations/v3/workcentres?size=0' });
  const version = headers['waypost-catalogue-version'] ?? '';
  const script = scripts.join('\n').replaceAll('YOUR_VERSION', version);
  expect(await runScript(script)).toMatch(printed[name] ?? /never/);
});

it('the command that revalidates a response downloads a change only once', async () => {
  const script = guided.find(({ name }) => name === 'reliability/caching')?.scripts.join('\n') ?? '';
  const revalidate = script.slice(script.lastIndexOf('curl'));
  const changed = `echo 'W/"old"' > centres.etag`;
  expect(await runScript([changed, revalidate, revalidate].join('\n'))).toBe('200\n304\n');
});
