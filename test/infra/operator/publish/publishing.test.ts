import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readStackFile, type StackFile } from '../../../../infra/local/data-directory/stack-file.ts';
import { freePort } from '../../../../infra/local/database/engine.ts';
import { publish as publishOn } from '../../../../infra/operator/publish/publish.ts';
import { waitUntilServed } from '../../../../infra/operator/publish/served-catalogue.ts';
import { localPublisher } from '../../../../infra/operator/stack/local/local-publisher.ts';
import { localStack } from '../../../../infra/operator/stack/local/local-stack.ts';
import type { OperatedStack } from '../../../../infra/operator/stack/operated-stack.ts';
import type { PublicationRequest } from '../../../../shared/domain/publication/publication.ts';
import { type OperatorStack, startOperatorStack } from '../../../support/stack/operator-stack.ts';

let running: OperatorStack;
let stack: StackFile;
let operated: OperatedStack;
beforeAll(async () => {
  running = await startOperatorStack();
  const described = await readStackFile(running.dataDirectory);
  if (!described) throw new Error('There is no stack file.');
  stack = described;
  operated = await localStack(running.dataDirectory);
});
afterAll(async () => {
  operated.close();
  await running.close();
});

const publish = (described: StackFile, request: PublicationRequest) =>
  publishOn({ invokePublisher: localPublisher(described) }, request);

const version = '20261121T005810123Z-4f2a9c';
const older = '20261121T005810122Z-ffffff';
const newer = '20261121T005810124Z-000000';

describe('publishing', () => {
  it('answers with what was published', async () => {
    expect(await publish(stack, { reason: 'import' })).toMatchObject({ version, locations: 2 });
  });

  it('takes it for success that a later publication was faster', async () => {
    running.answers.publisher = {
      body: { status: 'superseded', version: newer, locations: 3, capabilities: 1 },
    };
    expect(await publish(stack, { reason: 'import' })).toMatchObject({ version: newer });
  });

  it('says why the publisher failed, and that the former version stays', async () => {
    running.answers.publisher = {
      headers: { 'x-amz-function-error': 'Unhandled' },
      body: { errorType: 'ImplausibleNetwork', errorMessage: 'there are no locations' },
    };
    await expect(publish(stack, { reason: 'import' })).rejects.toThrow(
      'publishing failed: ImplausibleNetwork: there are no locations; the stack goes on serving what was published before',
    );
  });

  it('does not take an answer of another form for success', async () => {
    running.answers.publisher = { body: { status: 'fine' } };
    await expect(publish(stack, { reason: 'import' })).rejects.toThrow('unknown answer');
  });

  it('says that nobody answered', async () => {
    const gone = { ...stack, controlEndpoint: `http://127.0.0.1:${await freePort()}` };
    await expect(publish(gone, { reason: 'import' })).rejects.toThrow(/publishing failed: .*ECONNREFUSED/);
  });

  it('says that there is no such publisher', async () => {
    const other = { ...stack, publisherFunction: 'Other' };
    running.answers.apiStatus = 404;
    await expect(publish(other, { reason: 'import' })).rejects.toThrow('could not be invoked (status 404)');
    running.answers.apiStatus = 200;
  });
});

describe('waiting until a catalogue is served', () => {
  /** Milliseconds after which there is nothing to wait for. */
  const briefly = 600;
  const wait = (withinMilliseconds = 60_000, maxUncheckedSeconds = 0) =>
    waitUntilServed({
      stack: { ...operated, maxUncheckedSeconds },
      version,
      withinMilliseconds,
    });

  beforeEach(async () => {
    running.answers.served = version;
    running.answers.apiStatus = 200;
    running.answers.v2 = {};
    await writeFile(path.join(running.dataDirectory, 'auth-key'), 'the-key\n');
  });

  it('asks until the version changes', async () => {
    running.answers.served = older;
    const waiting = wait();
    setTimeout(() => {
      running.answers.served = version;
    }, 300);
    expect((await waiting).state).toBe('served');
  });

  it('is content with a newer version', async () => {
    running.answers.served = newer;
    expect((await wait()).state).toBe('served');
  });

  it.each([older, undefined])('gives up when %s goes on being served', async (served) => {
    running.answers.served = served;
    expect((await wait(briefly)).state).toBe('not served');
  });

  it('gives other instances of the functions the check interval too', async () => {
    const begin = Date.now();
    expect((await wait(briefly, 1)).state).toBe('served');
    expect(Date.now() - begin).toBeGreaterThanOrEqual(990);
  });

  it.each([401, 403])('cannot tell with a key that is answered %i', async (status) => {
    running.answers.apiStatus = status;
    running.answers.served = undefined;
    expect((await wait()).state).toBe('unknown');
  });

  it('cannot tell without a key', async () => {
    await rm(path.join(running.dataDirectory, 'auth-key'));
    expect((await wait()).state).toBe('unknown');
  });

  it('asks both views, and waits for the one that is behind', async () => {
    running.answers.v2 = { served: older };
    const waiting = wait();
    setTimeout(() => {
      running.answers.v2 = {};
    }, 300);
    expect(await waiting).toEqual({ state: 'served', version, by: ['v2', 'v3'], lags: [] });
  });

  it.each([
    [{ apiStatus: 500 }, 'v2 answers 500'],
    // A function that cannot read the newest version may name it all the same.
    [{ apiStatus: 500, served: version }, 'v2 answers 500'],
    [{ served: older }, `v2 answers from version ${older}`],
    [{ served: undefined }, 'v2 answers from no version'],
  ])('says how v2 lags when it answers %j', async (v2, lag) => {
    running.answers.v2 = v2;
    expect(await wait(briefly)).toMatchObject({ state: 'not served', by: ['v3'], lags: [lag] });
  });

  it('says that nobody answers', async () => {
    const apiUrl = `http://127.0.0.1:${await freePort()}`;
    const stack = { ...operated, apiUrl, maxUncheckedSeconds: 0 };
    expect(await waitUntilServed({ stack, version, withinMilliseconds: 0 })).toEqual({
      state: 'not served',
      by: [],
      lags: ['v2 does not answer', 'v3 does not answer'],
    });
  });

  it('knows nothing of the view that its key does not open', async () => {
    running.answers.v2 = { apiStatus: 403 };
    expect(await wait()).toEqual({ state: 'unknown', by: ['v3'], lags: [] });
    running.answers.served = older;
    expect(await wait(briefly)).toMatchObject({ state: 'not served', by: [] });
  });
});
