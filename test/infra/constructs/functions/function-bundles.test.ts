import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bundleFunctions, MissingHandlers } from '../../../../infra/constructs/functions/function-bundles.ts';
import { deployedHandlers } from '../../../../infra/stacks/stage-stacks.ts';

const sourceMap = z.object({ sources: z.array(z.string()) });

let directory = '';
let all = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waypost-bundles-'));
  all = join(directory, 'all');
  bundleFunctions(deployedHandlers, all);
});
afterAll(() => rm(directory, { recursive: true }));

describe("the functions' bundles", () => {
  it('each consist of one file and a source map, and contain zod/mini but no zod classes or translations', async () => {
    for (const handler of deployedHandlers) {
      const folder = join(all, handler.replace(/^functions\/|\.ts$/g, ''));
      expect(await readdir(folder), handler).toEqual(['index.cjs', 'index.cjs.map']);
      const { sources } = sourceMap.parse(JSON.parse(await readFile(join(folder, 'index.cjs.map'), 'utf8')));
      const ofZod = sources.filter((source) => source.includes('/node_modules/zod/'));
      expect(ofZod, handler).not.toEqual([]);
      const unwanted = ofZod.filter((source) => /\/v4\/(classic\/|locales\/(?!en\.js))/.test(source));
      expect(unwanted, handler).toEqual([]);
    }
  });

  it('are identical in every output directory', async () => {
    const other = join(directory, 'two', 'deeper');
    bundleFunctions(deployedHandlers, other);
    for (const handler of deployedHandlers) {
      const file = join(handler.replace(/^functions\/|\.ts$/g, ''), 'index.cjs');
      expect(await readFile(join(other, file)), handler).toEqual(await readFile(join(all, file)));
    }
  });

  it.each([
    ['the SDK client', 'bill-management-v1/submit-enquiry'],
    ['the object reader', 'locations-v2/list-services'],
  ])('load node:http in %s with require, because an import would also load undici', async (_, name) => {
    const code = await readFile(join(all, name, 'index.cjs'), 'utf8');
    expect(code).toContain('require("node:http")');
    expect(code).not.toMatch(/\bimport\(/);
  });

  it('are not built if a handler has no file', () => {
    const absent = 'functions/platform/not-written.ts';
    const incomplete = ['functions/platform/refuse-path.ts', absent];
    expect(() => bundleFunctions(incomplete, directory)).toThrow(
      new MissingHandlers(`These handlers do not exist: ${absent}`),
    );
  });
});
