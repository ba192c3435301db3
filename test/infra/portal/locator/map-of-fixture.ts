import { byCodeUnit } from '../../../../shared/domain/code-unit-order.ts';
import { capabilityRecord } from '../../../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../../../shared/domain/importing/location-record.ts';
import { scheduleColumn } from '../../../../shared/domain/location/catalogue/schedule-column.ts';
import { mapFileBuilder, type NetworkMap, openMapFile } from '../../../../shared/wire/map-file.ts';
import { fixtureNetwork } from '../../../support/fixture/fixture-network.ts';

/** Returns the fixture's network as the page opens it from the public map file. */
export const mapOfFixture = (): NetworkMap => {
  const capabilities = fixtureNetwork.services.map((line) => capabilityRecord.parse(line));
  const locations = fixtureNetwork.locations
    .map((line) => locationRecord.parse(line))
    .sort((one, other) => byCodeUnit(one.locationCode, other.locationCode));
  const builder = mapFileBuilder(capabilities);
  const column = scheduleColumn(capabilities);
  for (const location of locations) {
    builder.add(location);
    column.add(location);
  }
  const rows = Uint32Array.from(locations.keys());
  const version = { version: '20261127T010203004Z-4f2a9c', generatedAt: new Date('2026-11-27T01:02:03Z') };
  const file = builder.finish({ ...version, schedules: column.finish(rows), rows });
  return openMapFile(JSON.parse(JSON.stringify(file)));
};
