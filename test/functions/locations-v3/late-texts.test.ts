// Imported first, because streaming handlers need it when they load.
import '../../support/streaming-runtime.ts';

import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { captureLog } from '../../support/captured-log.ts';
import { publishedFixture } from '../../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../../support/targets/locations-handlers.ts';

const never = () => Promise.withResolvers<never>().promise;

/** New instance with a slow catalogue and text indexes that never arrive. */
const target = locationsHandlers({
  catalogue: {
    async current() {
      await delay(1_500);
      return { ...(await publishedFixture().current()), words: never, placeNames: never };
    },
  },
  link: fixtureExport,
});

it('returns 503 at the common deadline for the catalogue and the text indexes', async () => {
  captureLog();
  const paths = ['/workcentres?near=3000&q=post&accepting=true', '/places?q=tan'];
  const ask = async (path: string) => {
    const startedAt = performance.now();
    const response = await target.send({ path: `/locations/v3${path}` });
    return { response, took: performance.now() - startedAt };
  };
  for (const { response, took } of await Promise.all(paths.map(ask))) {
    expect(response).toMatchObject({ status: 503, headers: { 'cache-control': 'no-store' } });
    expect(took).toBeGreaterThan(2_000);
    // With separate deadlines, the catalogue and an index would take 3.5 s.
    expect(took).toBeLessThan(3_400);
  }
});
