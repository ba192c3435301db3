// Imported first, because streaming handlers need it when they load.
import '../../support/streaming-runtime.ts';

import { expect, it, onTestFinished, vi } from 'vitest';
import { storeMilliseconds } from '../../../shared/data-access/retry.ts';
import { captureLog } from '../../support/captured-log.ts';
import { publishedFixture } from '../../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../../support/targets/locations-handlers.ts';

const never = () => Promise.withResolvers<never>().promise;

it('returns 503 at the common deadline for a slow catalogue and text indexes that never arrive', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  captureLog();
  const paths = ['/workcentres?near=3000&q=post&accepting=true', '/places?q=tan'];
  let reads = 0;
  const allRead = Promise.withResolvers<void>();
  const current = async () => {
    reads += 1;
    if (reads === paths.length) allRead.resolve();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return { ...(await publishedFixture().current()), words: never, placeNames: never };
  };
  const target = locationsHandlers({ catalogue: { current }, link: fixtureExport });
  const onResponse = vi.fn();
  const responses = paths.map((path) => target.send({ path: `/locations/v3${path}` }));
  for (const response of responses) void response.then(onResponse);
  await allRead.promise;
  await vi.advanceTimersByTimeAsync(storeMilliseconds - 1);
  expect(onResponse).not.toHaveBeenCalled();
  // With separate deadlines, the catalogue and an index would take 3.8 s.
  await vi.advanceTimersByTimeAsync(1);
  for (const response of await Promise.all(responses))
    expect(response).toMatchObject({ status: 503, headers: { 'cache-control': 'no-store' } });
});
