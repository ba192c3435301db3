import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { services } from '../../../shared/domain/access/service.ts';
import { readDocument } from '../../support/openapi/read-document.ts';

const command = fileURLToPath(new URL('../../../infra/openapi/write-openapi.ts', import.meta.url));
const released = new URL('../../../docs/openapi/', import.meta.url);

const run = (...options: string[]) => promisify(execFile)(process.execPath, [command, ...options]);
const readJson = async (file: string | URL): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

describe('npm run openapi', () => {
  let out: string;
  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), 'waypost-openapi-'));
  });
  afterAll(() => rm(out, { recursive: true, force: true }));

  it("writes each service's document with the API's address", async () => {
    const { stdout } = await run('--out', join(out, 'new'), '--origin', 'https://api.example');
    const files = await readdir(join(out, 'new'));
    expect(files.sort()).toEqual(services.map((service) => `${service}.json`));
    expect(stdout.trim().split('\n')).toHaveLength(services.length);
    const documents = openApiDocuments({ origin: 'https://api.example' });
    for (const service of services) {
      expect(await readJson(join(out, 'new', `${service}.json`))).toEqual(documents[service]);
    }
  });

  it.each([
    ['an address with a path', 'https://api.example/v1'],
    ['an unsupported protocol', 'ftp://api.example'],
  ])('rejects %s with exit code 2', async (_, origin) => {
    const refused = await run('--out', join(out, 'none'), '--origin', origin).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Expected an address') });
    expect(await readdir(out)).not.toContain('none');
  });
});

it.each(services)('the released document of %s can be read', async (service) => {
  const document = readDocument(await readJson(new URL(`${service}.json`, released)));
  expect(Object.keys(document.paths).length).toBeGreaterThan(0);
});
