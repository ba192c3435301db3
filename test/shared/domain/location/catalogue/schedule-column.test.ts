import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { catalogueInMemory } from '../../../../../shared/domain/location/catalogue/catalogue.ts';
import { openRows } from '../../../../../shared/domain/location/catalogue/schedule-column.ts';
import { momentsOf } from '../../../../../shared/domain/location/hours/moment.ts';
import { schedulesOf } from '../../../../../shared/domain/location/hours/schedules.ts';
import { toOpening } from '../../../../../shared/wire/opening-view.ts';
import { networks, requestedTimes } from '../../../wire/random-location.ts';

/** Ids of random capabilities, some of which services share. */
const idOf = (serviceCode: number) => `OC${serviceCode % 3}`;

const requestedIds = fc.option(
  fc.subarray(['OC0', 'OC1', 'OC2', 'OC-1', 'none'], { minLength: 1 }).map((ids) => new Set(ids)),
  { nil: undefined },
);

it('a catalogue finds exactly the locations whose state is OPEN', async () => {
  await fc.assert(
    fc.property(networks, requestedTimes, requestedIds, ({ network, ...random }, requested, ids) => {
      const capabilities = random.capabilities.map((each) => ({
        ...each,
        capabilityId: idOf(each.serviceCode),
      }));
      const catalogue = catalogueInMemory('1', network, capabilities);
      const momentIn = momentsOf(requested);
      const { page, total } = catalogue.search({
        filter: {},
        selections: [openRows(requested, ids)],
        offset: 0,
        size: 100,
      });
      const open = network.filter((location) => {
        const schedules = schedulesOf(location, catalogue.capabilities.get);
        const moment = momentIn(location.timeZone);
        const schedule = ids ? schedules.ofCapabilities(ids) : schedules.ofLocation();
        return moment && toOpening(schedule, moment).state === 'OPEN';
      });
      const found = [...page].map(({ location }) => location.locationCode);
      expect(found).toEqual(open.map(({ locationCode }) => locationCode));
      expect(total).toBe(open.length);
    }),
    { numRuns: 150 },
  );
});
