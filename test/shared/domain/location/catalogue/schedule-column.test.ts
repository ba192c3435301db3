import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { catalogueInMemory } from '../../../../../shared/domain/location/catalogue/catalogue.ts';
import { openRows } from '../../../../../shared/domain/location/catalogue/schedule-column.ts';
import { momentsOf } from '../../../../../shared/domain/location/hours/moment.ts';
import { schedulesOf } from '../../../../../shared/domain/location/hours/schedules.ts';
import { toOpening } from '../../../../../shared/wire/opening-view.ts';
import { capabilitiesOf, locations } from '../../../wire/random-location.ts';

/** Networks of locations with random hours, and their capabilities, some of which share an id. */
const networks = fc
  .uniqueArray(locations, { selector: ({ locationCode }) => locationCode, maxLength: 12 })
  .chain((network) => {
    const codes = [...new Set(network.flatMap(({ services }) => services.map(({ code }) => code)))];
    return fc.record({
      network: fc.constant(network),
      capabilities: capabilitiesOf(codes).map((list) =>
        list.map((each) => ({ ...each, capabilityId: `OC${each.serviceCode % 3}` })),
      ),
    });
  });

const requests = fc.record({
  // Around the dates of the random special entries.
  time: fc
    .constantFrom('2026-02-28', '2026-03-01', '2026-04-05', '2026-10-04')
    .chain((day) => fc.nat({ max: 1439 }).map((minute) => Date.parse(`${day}T00:00Z`) + minute * 60_000)),
  isLocal: fc.boolean(),
  ids: fc.option(
    fc.subarray(['OC0', 'OC1', 'OC2', 'OC-1', 'none'], { minLength: 1 }).map((ids) => new Set(ids)),
    { nil: undefined },
  ),
});

it('a catalogue finds exactly the locations whose state is OPEN', async () => {
  await fc.assert(
    fc.property(networks, requests, ({ network, capabilities }, { ids, ...requested }) => {
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
      expect(found).toEqual(open.map(({ locationCode }) => locationCode).sort());
      expect(total).toBe(open.length);
    }),
    { numRuns: 150 },
  );
});
