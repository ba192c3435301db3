import { beforeEach, describe, expect, it } from 'vitest';
import { readObject } from '../../../../shared/data-access/objects/bucket.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { liftTimeLimits } from '../../../support/lift-time-limits.ts';
import { refusing, startAnswering } from './answering-store.ts';

/** An S3 that takes no signature of another time than its own, and the hours from now at which it was asked. */
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

describe('a bucket whose S3 has another clock than this machine', () => {
  beforeEach(liftTimeLimits);

  it.each([1, -1])('is signed by its clock from its first refusal on (%i h ahead)', async (ahead) => {
    const there = await startElsewhen(ahead * 3_600_000);
    expect(await readObject(there.bucket, 'file')).toMatchObject({ kind: 'found' });
    expect(await readObject(there.bucket, 'file')).toMatchObject({ kind: 'found' });
    expect(there.hours).toEqual([0, ahead, ahead]);
  });

  it('answers all that were asked side by side', async () => {
    const { promise: bothAreThere, resolve } = Promise.withResolvers<void>();
    const there = await startElsewhen(3_600_000, bothAreThere);
    const readings = Promise.all(['one', 'two'].map((key) => readObject(there.bucket, key)));
    await expect.poll(() => there.requests.length).toBe(2);
    resolve();
    expect(await readings).toMatchObject([{ kind: 'found' }, { kind: 'found' }]);
    expect(there.hours).toEqual([0, 0, 1, 1]);
  });

  it('is asked once where it refuses for another reason, and its clock is as good as ours', async () => {
    const there = await refusing(403, 'AccessDenied', {
      date: new Date(Date.now() - 200_000).toUTCString(),
    });
    await expect(readObject(there.bucket, 'file')).rejects.toThrow(StoreUnavailable);
    expect(there.requests).toHaveLength(1);
  });

  it('is given up where it refuses the time that it said itself', async () => {
    const there = await refusing(403, 'RequestTimeTooSkewed', {
      date: new Date(Date.now() + 3_600_000).toUTCString(),
    });
    await expect(readObject(there.bucket, 'file')).rejects.toThrow(StoreUnavailable);
    expect(there.requests).toHaveLength(2);
  });
});
