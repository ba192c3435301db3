import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bundleFunctions } from '../../../../infra/constructs/functions/function-bundles.ts';
import { filesOfLibraries } from '../../../../infra/constructs/functions/libraries-on-demand.ts';
import { deployedHandlers } from '../../../../infra/stacks/stage-stacks.ts';
import { altered } from '../../../support/altered.ts';
import { startFirstEvents } from '../../../support/gateway/first-events.ts';
import { gatewayEventOf } from '../../../support/gateway/gateway-event-of.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { largeNetwork } from '../../../support/networks/large-network.ts';
import { storeVersion } from '../../../support/networks/stored-publication.ts';
import { schemasOfFunctions } from '../../../support/schemas-of-functions.ts';

const run = promisify(execFile);
const loading = fileURLToPath(new URL('../../../support/processes/loaded-files.cjs', import.meta.url));

type Schemas = typeof schemasOfFunctions;
type SchemaName = keyof Schemas;

let directory: string;
let store: LocalBucket;
let bundled: Schemas;
let good: Readonly<Record<SchemaName, unknown>>;

const loadedFiles = (): string[] => Object.keys(createRequire(import.meta.url).cache);
const isZod = (file: string): boolean => file.endsWith('/zod.cjs');
const loadsZod = (files: readonly string[]): boolean => files.some(isZod);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waypost-on-demand-'));
  store = await startLocalBucket();
  bundleFunctions(['test/support/schemas-of-functions.ts'], directory);
  ({ schemasOfFunctions: bundled } = createRequire(import.meta.url)(
    join(directory, 'test/support/schemas-of-functions/index.cjs'),
  ));
  good = {
    publishedManifest: await storeVersion(store),
    gatewayEvent: gatewayEventOf({ path: '/a?b=c' }, '/{d}', { d: 'e' }, { ratePerSecond: '5', client: 'f' }),
    location: largeNetwork(1)[0],
    pointQuery: { radius: ['5'], types: ['PO,UPL'], services: ['1,2'], pc: [''] },
    workCentreQuery: { lat: ['-37.8'], lon: ['144.9'], radius: ['5'], size: ['3'] },
  };
});
afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

/** Refinements of values that no gateway sends may throw, as zod's own do. */
const verdictOf = (schema: z.ZodType, value: unknown): unknown => {
  try {
    const { success, data, error } = schema.safeParse(value);
    return success ? { data, text: JSON.stringify(data) } : { issues: error.issues };
  } catch (thrown) {
    return { thrown };
  }
};

const names: readonly SchemaName[] = ['publishedManifest', 'gatewayEvent', 'pointQuery', 'workCentreQuery'];

describe('what functions have in the place of zod', () => {
  it.each(names)('reads what is good without loading zod: %s', (name) => {
    expect(bundled[name].safeParse(good[name]).success).toBe(true);
    expect(loadsZod(loadedFiles())).toBe(false);
  });

  it.each([...names, 'location'] as const)('has the verdict of zod on what is not, too: %s', (name) => {
    fc.assert(
      fc.property(altered(good[name]), (value) => {
        expect(verdictOf(bundled[name], value)).toEqual(verdictOf(schemasOfFunctions[name], value));
      }),
      { numRuns: 500 },
    );
    expect(loadsZod(loadedFiles())).toBe(true);
  });
});

it('no two libraries on demand may have the same file', () => {
  expect(filesOfLibraries(['@a/logger', 'parser'])).toEqual(['./logger.cjs', './parser.cjs']);
  expect(() => filesOfLibraries(['@a/logger', '@b/logger'])).toThrow('./logger.cjs');
});

describe('the functions that somebody waits for', () => {
  const behind = new Set(['functions/platform/import-file.ts', 'functions/platform/publish-locations.ts']);
  const awaited = deployedHandlers.filter((handler) => !behind.has(handler));
  const bundleOf = (handler: string): string =>
    join(directory, handler.replace(/^functions\/|\.ts$/g, ''), 'index.cjs');
  const report = z.object({ loaded: z.array(z.string()), answered: z.unknown().optional() });
  const reported = async (handler: string, env: Record<string, string>, event?: object) => {
    const given = event === undefined ? [] : [JSON.stringify(event)];
    const { stdout } = await run(process.execPath, [loading, bundleOf(handler), ...given], { env });
    return report.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  };
  beforeAll(() => {
    bundleFunctions(awaited, directory);
  });

  it('are loaded without a library that is not needed for that', async () => {
    for (const handler of awaited) {
      const { loaded } = await reported(handler, { AWS_REGION: 'ap-southeast-2', ALLOWED_METHODS: '{}' });
      expect(loaded, handler).toEqual([bundleOf(handler)]);
    }
  });

  // A store of a machine that is busy with others may answer later than functions wait for it.
  it('answer the first good event without loading zod', { retry: 2 }, async () => {
    const { environment, events, close } = await startFirstEvents();
    try {
      // The stream waits for the announcer, and nobody else.
      const announcer = 'functions/platform/announce-enquiries.ts';
      expect([...events.map(({ handler }) => handler), announcer].sort()).toEqual([...awaited].sort());
      for (const { handler, event, answers } of events) {
        const { loaded, answered } = await reported(handler, environment, event);
        expect(answered, handler).toEqual(answers);
        expect(loaded.filter(isZod), handler).toEqual([]);
      }
    } finally {
      await close();
    }
  });
});
