import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { publishedAvailability } from '../../../../shared/data-access/availability/published-availability.ts';
import type { GetObject } from '../../../../shared/data-access/objects/bucket.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';

/** Creates a bucket with an overlay. The test moves its clock. */
const bucketUnderTest = () => {
  const state = {
    seconds: 1_000,
    version: 0 as number | undefined,
    outage: undefined as 'fails' | 'hangs' | undefined,
  };
  const requests: (string | undefined)[] = [];
  const getObject: GetObject = async (_key, { knownEtag }) => {
    requests.push(knownEtag);
    if (state.outage === 'hangs') await new Promise(() => {});
    if (state.outage === 'fails') throw new Error('S3 is down');
    if (state.version === undefined) return { kind: 'absent' };
    const etag = `"${state.version}"`;
    if (knownEtag === etag) return { kind: 'unchanged' };
    const overlay = { updated_at: new Date(state.version).toISOString(), rows: [] };
    return { kind: 'found', etag, bytes: async () => gzipSync(JSON.stringify(overlay)) };
  };
  const failures: unknown[] = [];
  const availability = publishedAvailability({
    getObject,
    checkSeconds: 5,
    now: () => state.seconds * 1_000,
    onFailure: (error) => failures.push(error),
  });
  /** Returns the time at which the overlay in use was updated, or undefined if nobody has reported any. */
  const current = async () => {
    const found = await availability.current();
    return found && Date.parse(found.of('A', new Date()).as_of);
  };
  return { state, requests, failures, current };
};

describe('the published availability', () => {
  it('is not read before the first request for it, and then checked at most every 5 s', async () => {
    const { state, requests, current } = bucketUnderTest();
    expect(requests).toEqual([]);
    expect(await current()).toBe(0);
    state.seconds += 4;
    await current();
    expect(requests).toEqual([undefined]);
    state.seconds += 1;
    await current();
    expect(requests).toEqual([undefined, '"0"']);
  });

  it('is used without waiting for up to 7 s after a check, and is checked before use after that', async () => {
    const { state, current } = bucketUnderTest();
    await current();
    state.version = 1;
    state.seconds += 6;
    expect(await current()).toBe(0);
    await delay(1);
    expect(await current()).toBe(1);
    state.version = 2;
    state.seconds += 7;
    expect(await current()).toBe(2);
  });

  it('is checked before use after a failed check too', async () => {
    const { state, current } = bucketUnderTest();
    await current();
    state.outage = 'fails';
    state.seconds += 6;
    await current();
    await delay(1);
    state.outage = undefined;
    state.version = 1;
    state.seconds += 44;
    expect(await current()).toBe(1);
  });

  it('is absent before the first report, and found after it', async () => {
    const { state, current } = bucketUnderTest();
    state.version = undefined;
    expect(await current()).toBeUndefined();
    state.version = 3;
    state.seconds += 7;
    expect(await current()).toBe(3);
  });

  it('is lost after 60 s without a successful check, and found again after the next one', async () => {
    const { state, current } = bucketUnderTest();
    await current();
    state.outage = 'fails';
    for (let seconds = 4; seconds <= 60; seconds += 4) {
      state.seconds += 4;
      expect(await current()).toBe(0);
    }
    state.seconds += 1;
    await expect(current()).rejects.toThrow(StoreUnavailable);
    state.outage = undefined;
    expect(await current()).toBe(0);
  });

  it('makes a request wait for at most half a second', async () => {
    const { state, current } = bucketUnderTest();
    await current();
    state.outage = 'hangs';
    state.seconds += 30;
    const begin = performance.now();
    expect(await current()).toBe(0);
    state.seconds += 31;
    await expect(current()).rejects.toThrow(StoreUnavailable);
    expect(performance.now() - begin).toBeLessThan(1_800);
    const other = bucketUnderTest();
    other.state.outage = 'hangs';
    await expect(other.current()).rejects.toThrow(StoreUnavailable);
  });

  it('is lost if it has never been read, and each failure is reported', async () => {
    const { state, failures, current } = bucketUnderTest();
    state.outage = 'fails';
    await expect(current()).rejects.toThrow(StoreUnavailable);
    await expect(current()).rejects.toThrow(StoreUnavailable);
    const failure = expect.objectContaining({ message: expect.stringContaining('S3 is down') });
    expect(failures).toEqual([failure, failure]);
  });
});
