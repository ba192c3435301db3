import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { packClient } from '../../infra/client/pack-client.ts';
import { fromAnyDay } from './from-any-day.ts';
import { sharedStack } from './running-stack.ts';

const { url, key } = sharedStack;
const run = promisify(execFile);
const compiler = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

const program = `
import { bodyOf, createWaypostClient, DownloadFailed, downloadExport, WaypostError } from '@waypost/client/node';
import { WaypostError as sameError } from '@waypost/client';

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
const { WAYPOST_URL: baseUrl = '', WAYPOST_KEY: key = '' } = process.env;
const client = createWaypostClient({ baseUrl, key });

const workcentres: unknown[] = [];
for await (const workCentre of client.workCentres()) workcentres.push(workCentre);
const downloaded = await downloadExport(client, { format: 'json', to: 'network.json' });
const capabilities: string[] = [];
for await (const { id } of client.capabilities({ pageSize: 7 })) capabilities.push(id);
const { billers } = bodyOf(await client.billManagement.GET('/biller-metadata'));
const { valid } = bodyOf(await client.billManagement.POST('/bills/validate', { body: { billerCode: '2000', reference: '100004563' } }));
const { points } = bodyOf(await client.locationsV2.GET('/points/type/{points_type}', { params: { path: { points_type: 'PO' } } }));
// @ts-expect-error: a list is one comma-separated string.
client.workCentres({ type: ['PO'] });

const refused: unknown = await downloadExport(createWaypostClient({ baseUrl, key: 'wrong' }), { format: 'csv', to: 'none' }).catch((error: unknown) => error);
const isRefusal = refused instanceof sameError && sameError === WaypostError && !(refused instanceof DownloadFailed);
console.log(JSON.stringify({
  workcentres, downloaded, capabilities: capabilities.length, billers: billers.length, points: points.length, valid,
  refusal: isRefusal ? [refused.status, refused.code] : [],
}));
`;

const tsconfig = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.asynciterable'],
    types: [],
    skipLibCheck: false,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
  },
  include: ['*.ts'],
};

const printed = z.object({
  workcentres: z.array(z.unknown()),
  downloaded: z.looseObject({ checkedBy: z.string(), version: z.string() }),
  capabilities: z.int(),
  billers: z.int(),
  points: z.int(),
  valid: z.boolean(),
  refusal: z.array(z.unknown()),
});
const exported = z.object({ workcentres: z.array(z.unknown()) });

describe('the packed client, installed in its own folder', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waypost-client-'));
    const tarball = await packClient(join(folder, 'pack', 'client'));
    const installed = join(folder, 'partner', 'node_modules', '@waypost', 'client');
    await mkdir(installed, { recursive: true });
    await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
    await writeFile(join(folder, 'partner', 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'partner', 'tsconfig.json'), JSON.stringify(tsconfig));
    await writeFile(join(folder, 'partner', 'partner.ts'), program);
    const readme = await readFile(join(installed, 'README.md'), 'utf8');
    const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, example = '']) => example);
    expect(examples.length).toBeGreaterThan(4);
    for (const [index, example] of examples.entries())
      await writeFile(join(folder, 'partner', `example-${index}.ts`), example);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("type-checks a partner's program and the examples in its README", async () => {
    const check = run(compiler, ['--project', join(folder, 'partner')]);
    const outcome = await check.then(
      () => '',
      (failure: unknown) => z.object({ stdout: z.string() }).parse(failure).stdout,
    );
    expect(outcome).toBe('');
  });

  it('pages through the same work centres as in the export', async () => {
    const { stdout } = await run(process.execPath, ['partner.ts'], {
      cwd: join(folder, 'partner'),
      env: { WAYPOST_URL: url, WAYPOST_KEY: key },
      maxBuffer: 1e8,
    });
    const { workcentres, downloaded, ...counts } = printed.parse(JSON.parse(stdout));
    const file = await readFile(join(folder, 'partner', 'network.json'), 'utf8');
    expect(fromAnyDay(workcentres)).toEqual(fromAnyDay(exported.parse(JSON.parse(file)).workcentres));
    expect(workcentres.length).toBeGreaterThan(100);
    expect(downloaded.checkedBy).toBe('checksum');
    for (const count of [counts.capabilities, counts.billers, counts.points])
      expect(count).toBeGreaterThan(0);
    expect(counts.valid).toBe(true);
    expect(counts.refusal).toEqual([401, 'UNAUTHORIZED']);
  });
});
