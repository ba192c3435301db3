// Imported first, because streaming handlers need it when they load.
import '../../support/streaming-runtime.ts';

import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listWorkCentres } from '../../../functions/locations-v3/list-work-centres.ts';
import type { HourEntry } from '../../../shared/domain/location/hours/entries.ts';
import { toWorkCentre } from '../../../shared/wire/work-centre-view.ts';
import { noReports, publishedNetwork } from '../../support/fixture/fixture-catalogue.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';
import { aCapability, postOffice } from '../../support/networks/network-records.ts';
import { runStreaming } from '../../support/streaming-runtime.ts';

const now = new Date('2026-03-02T12:00:00Z');
const path = '/locations/v3/workcentres';
const pageSize = 100;

const closedForLunch = [0, 1, 2, 3, 4, 5, 6].flatMap((weekday): HourEntry[] => [
  { type: 'HOURS', weekday, startTime: '08:30', endTime: '17:30' },
  { type: 'LUNCH', weekday, startTime: '12:15', endTime: '13:45' },
]);
const capabilities = Array.from({ length: 60 }, (_, index) => ({
  ...aCapability(index),
  details: `Description of capability ${index} in a sentence or two.`.repeat(2),
}));
const services = capabilities.map(({ serviceCode }) => ({ code: serviceCode }));
const offices = Array.from({ length: pageSize + 20 }, (_, index) =>
  postOffice(index, { name: `TŌKYŌ ${index}`, hours: closedForLunch, services }),
);
const published = publishedNetwork('large', offices, capabilities);
const list = listWorkCentres(published, noReports, () => now);

const event = gatewayEventOf({ path: `${path}?size=${pageSize}&offset=5` }, path, {});

const shown = offices
  .slice(5, 5 + pageSize)
  .map((office) => toWorkCentre(office, { distanceKm: 0, capabilityOf: (code) => capabilities[code], now }));
const expected = Buffer.from(
  JSON.stringify({ pagination: { total: offices.length, offset: 5, size: pageSize }, workcentres: shown }),
);

/** Lambda's limit for a buffered response. */
const sixMegabytes = 6_291_556;

/** Creates a stream that reads one chunk per turn of the event loop, and reports how many it has read. */
const slowReader = (onRead: (chunks: number) => void) => {
  let chunks = 0;
  return new Writable({
    decodeStrings: false,
    write: async (_chunk, _encoding, done) => {
      await nextTurn();
      onRead(++chunks);
      done();
    },
  });
};

describe('listWorkCentres with more than fits in a buffered response', () => {
  it('streams large work centres one by one', async () => {
    const { body, partSizes } = await runStreaming(list, event);
    expect(expected.length).toBeGreaterThan(2 * sixMegabytes);
    expect(body.equals(expected)).toBe(true);
    expect(partSizes.length).toBeGreaterThanOrEqual(pageSize);
    expect(Math.max(...partSizes)).toBeLessThan(256 * 1024);
  });

  it('builds only a few work centres ahead of the reader', async () => {
    let lookedUp = 0;
    const catalogue = await published.current();
    const counted = {
      ...catalogue,
      capabilities: {
        ...catalogue.capabilities,
        get: (code: number) => {
          lookedUp++;
          return catalogue.capabilities.get(code);
        },
      },
    };
    const aheadOfReader: number[] = [];
    const stream = slowReader((chunks) => aheadOfReader.push(lookedUp / capabilities.length - chunks));
    await Reflect.apply(listWorkCentres({ current: async () => counted }, noReports), undefined, [
      event,
      stream,
      {},
    ]);
    expect(lookedUp).toBe(pageSize * capabilities.length);
    expect(aheadOfReader.length).toBeGreaterThanOrEqual(pageSize);
    expect(Math.max(...aheadOfReader)).toBeLessThan(5);
  });
});
