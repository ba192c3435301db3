import { beforeEach, describe, expect, it } from 'vitest';
import { readObject } from '../../../../shared/data-access/objects/bucket.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { liftTimeLimits } from '../../../support/lift-time-limits.ts';
import { refusing, startAnswering } from './answering-store.ts';

/** Starts an S3 whose clock differs by that much, and records by how many hours each signature does. */
const startElsewhen = async (milliseconds: number, answersToBoth = Promise.resolve()) => {
  const hours: number[] = [];
  const there = await startAnswering(async ({ headers }, response) => {
    const basicTime = String(headers['x-amz-date']);
    const signedAt = Date.parse(basicTime.replace(/(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));
    // No -0.
    hours.push(Math.round((signedAt - Date.now()) / 3_600_000) || 0);
    const now = Date.now() + milliseconds;
    response.setHeader('date', new Date(now).toUTCString());
    await answersToBoth;
    if (Math.abs(signedAt - now) < 900_000) response.end('content');
    else response.writeHead(403).end('<Error><Code>RequestTimeTooSkewed</Code></Error>');
  });
  return { ...there, hours };
};

describe('an object reader whose S3 has another clock', () => {
  beforeEach(liftTimeLimits);

  it.each([1, -1])('signs by the clock of S3 after the first rejection (%i h ahead)', async (ahead) => {
    const there = await startElsewhen(ahead * 3_600_000);
    expect(await readObject(there.bucket, 'file')).toMatchObject({ kind: 'found' });
    expect(await readObject(there.bucket, 'file')).toMatchObject({ kind: 'found' });
    expect(there.hours).toEqual([0, ahead, ahead]);
  });

  it('corrects the clock of concurrent requests', async () => {
    const { promise: bothAreThere, resolve } = Promise.withResolvers<void>();
    const there = await startElsewhen(3_600_000, bothAreThere);
    const readings = Promise.all(['one', 'two'].map((key) => readObject(there.bucket, key)));
    await expect.poll(() => there.requests.length).toBe(2);
    resolve();
    expect(await readings).toMatchObject([{ kind: 'found' }, { kind: 'found' }]);
    expect(there.hours).toEqual([0, 0, 1, 1]);
  });

  it('does not retry if S3 rejects a request for another reason and the clocks agree', async () => {
    const there = await refusing(403, 'AccessDenied', {
      date: new Date(Date.now() - 200_000).toUTCString(),
    });
    await expect(readObject(there.bucket, 'file')).rejects.toThrow(StoreUnavailable);
    expect(there.requests).toHaveLength(1);
  });

  it('gives up if S3 rejects its own time', async () => {
    const there = await refusing(403, 'RequestTimeTooSkewed', {
      date: new Date(Date.now() + 3_600_000).toUTCString(),
    });
    await expect(readObject(there.bucket, 'file')).rejects.toThrow(StoreUnavailable);
    expect(there.requests).toHaveLength(2);
  });
});
