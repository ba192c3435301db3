import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { awaitServed, servingNow } from '../../../../infra/operator/publish/serving.ts';
import { localStack } from '../../../../infra/operator/stack/local-stack.ts';
import type { OperatedStack } from '../../../../infra/operator/stack/operated-stack.ts';
import { type OperatorStack, startOperatorStack } from '../../../support/stack/operator-stack.ts';

let running: OperatorStack;
let stack: OperatedStack;
beforeAll(async () => {
  running = await startOperatorStack();
  stack = await localStack(running.dataDirectory);
});
afterAll(async () => {
  stack.close();
  await running.close();
});

const version = '20261121T005810123Z-4f2a9c';
const older = '20261121T005810122Z-ffffff';
const newer = '20261121T005810124Z-000000';

describe('whether a catalogue is served', () => {
  beforeEach(async () => {
    running.answers.served = version;
    running.answers.apiStatus = 200;
    running.answers.v2 = {};
    await writeFile(path.join(running.dataDirectory, 'auth-key'), 'the-key\n');
  });

  const now = () => servingNow(stack, version);
  const published = { version, locations: 2, capabilities: 1 };

  it('waits until both views have it, and accepts a newer one', async () => {
    running.answers.served = older;
    const waiting = awaitServed(stack, published);
    setTimeout(() => {
      running.answers.served = newer;
    }, 300);
    expect(await waiting).toMatchObject({ state: 'served', version: newer, by: ['v2', 'v3'] });
  });

  it('gives other instances of the functions the check interval too', async () => {
    const begin = Date.now();
    expect((await awaitServed({ ...stack, maxUncheckedSeconds: 1 }, published)).state).toBe('served');
    expect(Date.now() - begin).toBeGreaterThanOrEqual(990);
  });

  it('fails with how each view responds if it takes too long', async () => {
    running.answers.served = older;
    await expect(awaitServed(stack, published, 100)).rejects.toMatchObject({
      code: 'not_served',
      message: expect.stringContaining(`not served after 0.1`),
    });
    await expect(awaitServed(stack, published, 100)).rejects.toThrow(
      `v2 responds from version ${older}, v3 responds from version ${older}`,
    );
  });

  it('names the view that lags or fails', async () => {
    running.answers.v2 = { served: older };
    expect(await now()).toEqual({
      state: 'not served',
      version: older,
      by: ['v3'],
      lags: [`v2 responds from version ${older}`],
    });
    running.answers.v2 = { apiStatus: 500 };
    expect(await now()).toEqual({ state: 'not served', by: ['v3'], lags: ['v2 responds with 500'] });
    const silent = { ...stack, apiUrl: 'http://127.0.0.1:1' };
    expect((await servingNow(silent, version)).lags).toEqual(['v2 does not respond', 'v3 does not respond']);
    running.answers.served = undefined;
    running.answers.v2 = {};
    expect((await now()).lags[0]).toBe('v2 responds from no version');
  });

  it('is unknown without a key, and for the view that the key does not open', async () => {
    running.answers.v2 = { apiStatus: 403 };
    expect(await now()).toEqual({ state: 'unknown', by: ['v3'], lags: [] });
    expect((await awaitServed(stack, published)).note).toMatch(
      / is published, and served by v3; the key opens only that$/,
    );
    running.answers.v2 = {};
    running.answers.apiStatus = 401;
    expect(await now()).toEqual({ state: 'unknown', by: [], lags: [] });
    await rm(path.join(running.dataDirectory, 'auth-key'));
    expect((await awaitServed(stack, published)).note).toContain('is unknown without a key');
  });
});
