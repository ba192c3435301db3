import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { services } from '../../../shared/domain/access/service.ts';
import { runScript } from '../run-program.ts';

const run = (...options: string[]) => runScript('infra/openapi/write-openapi.ts', options);

it("npm run openapi writes each service's document with the API's address", async () => {
  const out = await mkdtemp(join(tmpdir(), 'waypost-openapi-'));
  onTestFinished(() => rm(out, { recursive: true }));
  const { stdout } = await run('--out', join(out, 'new'), '--origin', 'https://api.example');
  const files = services.map((service) => `${service}.json`);
  expect((await readdir(join(out, 'new'))).sort()).toEqual(files);
  expect(stdout.trim().split('\n')).toHaveLength(files.length);
  const documents = openApiDocuments({ origin: 'https://api.example' });
  for (const service of services) {
    const written: unknown = JSON.parse(await readFile(join(out, 'new', `${service}.json`), 'utf8'));
    expect(written).toEqual(documents[service]);
  }
});

it.each([
  ['an address with a path', 'https://api.example/v1'],
  ['an unsupported protocol', 'ftp://api.example'],
])('npm run openapi rejects %s with exit code 2', async (_, origin) => {
  const error = { status: 2, stderr: expect.stringContaining('Expected an address') };
  expect(await run('--out', '/dev/null/none', '--origin', origin)).toMatchObject(error);
});
