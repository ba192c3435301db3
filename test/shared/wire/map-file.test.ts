import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openings } from '../../../functions/locations-v3/extensions/open-at.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { capabilityRecord } from '../../../shared/domain/importing/capability-record.ts';
import { scheduleColumn } from '../../../shared/domain/location/catalogue/schedule-column.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { descriptionOfType } from '../../../shared/domain/location/location-types.ts';
import { mapFileBuilder, openMapFile } from '../../../shared/wire/map-file.ts';
import { sampleServices } from '../../sample-network/service-lines.ts';
import { largeNetwork } from '../../support/networks/large-network.ts';
import { postOffice, postOffices } from '../../support/networks/network-records.ts';
import { entriesOf } from '../domain/location/hours/week-of-hours.ts';
import { networks, requestedTimes } from './random-location.ts';

/** Builds the text of the file of a network that is ordered by code. */
const mapFileText = (network: readonly Location[], capabilities: readonly Capability[]): string => {
  const builder = mapFileBuilder(capabilities);
  const column = scheduleColumn(capabilities);
  for (const location of network) {
    builder.add(location);
    column.add(location);
  }
  // Rows can be in any order. Reversed rows differ from the order of codes.
  const rows = Uint32Array.from(network, (_, rank) => network.length - 1 - rank);
  const version = { version: '20261127T010203004Z-4f2a9c', generatedAt: new Date('2026-11-27T01:02:03Z') };
  return JSON.stringify(builder.finish({ ...version, schedules: column.finish(rows), rows }));
};

describe('the map file', () => {
  it('determines whether places and their services are open, and until when, as the API does', async () => {
    await fc.assert(
      fc.property(
        networks,
        requestedTimes,
        fc.infiniteStream(fc.boolean()),
        ({ network, capabilities }, time, choices) => {
          const map = openMapFile(JSON.parse(mapFileText(network, capabilities)));
          const ids = [...new Set(capabilities.map(({ capabilityId }) => capabilityId))];
          const byCode = new Map(capabilities.map((each) => [each.serviceCode, each]));
          for (const requested of [[], ids.filter(() => choices.next().value)]) {
            const query = {
              open_at: time,
              ...(requested.length > 0 && { 'attribute[operational_capabilities.id]': new Set(requested) }),
            };
            const ofApi = openings(query, new Date(0), (code) => byCode.get(code));
            const expected = network.map((location) => ofApi.ofWorkCentre(location));
            expect(map.places.map((place) => map.openingAt(place, time, requested))).toEqual(expected);
            expect(map.places.map((place) => map.isOpenAt(place, time, requested))).toEqual(
              expected.map((opening) => opening?.state === 'OPEN'),
            );
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('has every place with its name, position and services', async () => {
    await fc.assert(
      fc.property(networks, ({ network, capabilities }) => {
        const { places } = openMapFile(JSON.parse(mapFileText(network, capabilities)));
        expect(places).toHaveLength(network.length);
        for (const [
          row,
          { locationCode, type, name, description, coordinates, services },
        ] of network.entries())
          expect(places[row]).toMatchObject({
            id: locationCode,
            kind: type,
            name: (name ?? description) || descriptionOfType[type],
            lat: expect.closeTo(coordinates.lat, 4),
            lon: expect.closeTo(coordinates.lon, 4),
            services: capabilities
              .filter(({ serviceCode }) => services.some(({ code }) => code === serviceCode))
              .map(({ serviceCode, capabilityId, description }) => ({
                code: serviceCode,
                id: capabilityId,
                name: description,
              })),
          });
      }),
      { numRuns: 50 },
    );
  });

  it('shows the opening hours of the coming days, and marks special days', () => {
    const hours = entriesOf('MON-FRI HOURS 09:00-17:00, 25/12 SPECIAL_CLOSED');
    const office = postOffice(1, { timeZone: 'Australia/Perth', hours });
    const map = openMapFile(JSON.parse(mapFileText([office], [])));
    const [place] = map.places;
    // It is Christmas Eve in Perth, and still the day before in UTC.
    const days = place && map.daysFrom(place, Date.parse('2026-12-23T17:00Z'), 3);
    expect(days?.map(({ day, open, isSpecial }) => [day, open, isSpecial])).toEqual([
      ['THU', [{ start: 540, end: 1020 }], false],
      ['FRI', [], true],
      ['SAT', [], false],
    ]);
  });

  it('stays small for 7,000 places', () => {
    const capabilities = sampleServices.map(({ line }) => capabilityRecord.parse(line));
    const file = JSON.parse(mapFileText(largeNetwork(7_000), capabilities));
    const noServices = { services_of: [], service_sets: [], hours_of: [], service_hours: [] };
    const withoutServices = JSON.stringify({ ...file, ...noServices });
    expect(withoutServices.length).toBeLessThan(530_000);
    expect(gzipSync(withoutServices).length).toBeLessThan(114_000);
    expect(gzipSync(JSON.stringify(file)).length).toBeLessThan(131_000);
  });

  it('is rejected if its columns do not match each other', () => {
    const file = JSON.parse(mapFileText(postOffices(3), []));
    const fault = (changed: object) => () => openMapFile({ ...file, ...changed });
    expect(fault({ lat: [1, 2] })).toThrow('lat');
    expect(fault({ suburb: [0, 0, 9_999] })).toThrow('suburb');
    expect(fault({ schedules: [{ time_zone: 'UTC', hours: [{ entries: [9_999] }] }] })).toThrow('schedules');
    expect(fault({ kinds: ['KIOSK'] })).toThrow('kinds');
  });

  it('needs only a small program in browsers', async () => {
    const { outputFiles } = await build({
      stdin: { contents: 'export { openMapFile } from "./map-file.ts"', resolveDir: 'shared/wire' },
      absWorkingDir: fileURLToPath(new URL('../../..', import.meta.url)),
      bundle: true,
      minify: true,
      write: false,
      platform: 'browser',
      format: 'esm',
    });
    // The build fails if the program imports a Node.js module.
    expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(22_000);
  });
});
