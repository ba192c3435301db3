import { fixtureOutliers } from './fixture/fixture-outliers.ts';
import { fixturePoints } from './fixture/fixture-points.ts';
import type { FixtureLocation } from './fixture/fixture-record.ts';
import { fixtureServices } from './fixture/fixture-services.ts';
import { fixtureBillers, fixtureBillTypes } from './fixture-billers.ts';

export type { FixtureAddress, FixtureLocation, FixtureService } from './fixture/fixture-record.ts';

/**
 * A small network of 303 locations and twelve services, the same in every run, in the import format: the suites
 * reckon from it what a service must answer, whether it was built in memory or imported into a running stack.
 */
export const fixtureNetwork = {
  locations: [...fixtureOutliers, ...fixturePoints].toReversed() as readonly FixtureLocation[],
  services: fixtureServices,
  billTypes: fixtureBillTypes,
  billers: fixtureBillers,
};

/** Records as the operator's file has them, one JSON object a line. */
export const toImportLines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
