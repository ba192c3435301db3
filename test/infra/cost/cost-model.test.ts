import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  assumptions,
  monthlyCost,
  type OperationProfile,
  operationProfiles,
  operationProfilesOf,
  requestCost,
  totalOf,
} from '../../../infra/cost/cost-model.ts';
import { searchDesigns } from '../../../infra/cost/search-alternatives.ts';
import type { Route } from '../../../infra/routes/route.ts';
import { routes } from '../../../infra/routes/routes.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

const { prod, dev } = stages;
const traced = { ...prod, tracing: true };
const templates = Object.values(synthesiseStage(prod));

/** Profiles of three operations whose costs are calculated below. */
const find: OperationProfile = {
  operationId: 'find',
  share: 0.9,
  memory: 'catalogue',
  milliseconds: 3,
  kilobytes: 2,
};
const read: OperationProfile = {
  operationId: 'read',
  share: 0.099,
  memory: 'standard',
  milliseconds: 10,
  kilobytes: 0.5,
  readUnits: 0.5,
};
const write: OperationProfile = {
  operationId: 'write',
  share: 0.001,
  memory: 'standard',
  milliseconds: 25,
  kilobytes: 0.3,
  writeUnits: 5,
};

/** Monthly cost of publisher runs in prod: 730 full runs of 12 s and 1,000 change runs of 3 s, with 1,769 MB. */
const publisherRuns = (730 * 12 + 1_000 * 3) * (1_769 / 1_024) * 1.33334e-5;
/** Read units of full publications per month, at 4 KB per unit. */
const publisherReads = (730 * 30e6) / 4_096;
/** Monthly cost of published files: 25 per publication, each kept for a week. */
const publishedFiles = 1_730 * 25 * 5e-6 + (730 * 0.026 + 1_000 * 0.004) * ((7 * 24) / 730) * 0.023;

describe('operation profiles', () => {
  const route = (access: Route['access'], streamed = false) => ({ operationId: 'new', access, streamed });

  it('cover every route in order, with shares that add up to 1', () => {
    expect(operationProfiles.map(({ operationId }) => operationId)).toEqual(
      routes.map(({ operationId }) => operationId),
    );
    expect(operationProfiles.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  it.each<[string, ReturnType<typeof route>, Partial<OperationProfile>]>([
    ['search', route(['published:read']), { memory: 'catalogue', milliseconds: 3 }],
    ['stream', route(['published:read'], true), { memory: 'catalogue', kilobytes: 5 }],
    ['read of a table', route(['billers:get']), { memory: 'standard', readUnits: 1 }],
    ['write of a table', route(['enquiries:write']), { memory: 'standard', writeUnits: 5 }],
    ['response without a store', route([]), { memory: 'standard', milliseconds: 2 }],
  ])('derive the default for a new operation from its route: %s', (_kind, added, profile) => {
    const last = operationProfilesOf([...routes, added]).at(-1);
    expect(last).toMatchObject({ operationId: 'new', ...profile });
    expect(last?.share).toBeCloseTo(10 / 1_010);
  });
});

it("a million requests cost less at a higher request rate, because of API Gateway's price tiers", () => {
  // Of 1,314 million requests a month, 333 million cost $3.50 per million, 667 million $2.80 and 314 million $2.38.
  const month = 1165.5 + 1867.6 + 747.32;
  expect(requestCost(prod, find, 500)['API Gateway']).toBeCloseTo(month / 1_314);
});

describe('the monthly cost of a stage', () => {
  const profiles = [find, read, write];

  it('adds monthly charges to the cost of 157.68 million requests, at 60 per second', () => {
    // 50 keys in 43,800 minutes are 2.19 million reads, each of 10 ms at 0.5 GB plus 1 ms as its share of a 500 ms cold
    // start.
    const keyReads = 2.19 * 0.2 + 2.19e6 * 0.011 * 0.5 * 1.33334e-5;
    const gigabyteMilliseconds = 0.9 * 4 + 0.5 * (0.099 * 11 + 0.001 * 26);
    const requests = 157.68 * 0.2 + 157.68e6 * (gigabyteMilliseconds / 1e3) * 1.33334e-5;
    const reads = (157.68e6 * 0.099 * 0.5 + 2.19e6 + publisherReads) * 0.125e-6;
    // Stored gigabytes: 5,184 enquiries of 1 kB a day, for a year.
    const enquiries = 5_184 * 365 * 1e-6;
    expect(monthlyCost(prod, 60, profiles)).toEqual({
      'API Gateway': expect.closeTo(157.68 * 3.5),
      Lambda: expect.closeTo(requests + keyReads + publisherRuns),
      // The authoriser has 512 MB of memory.
      'provisioned concurrency': expect.closeTo(2_628_000 * 0.5 * 3.3334e-6),
      DynamoDB: expect.closeTo(157_680 * 5 * 0.625e-6 + reads + (0.03 + enquiries) * 0.45 + 1),
      backups: expect.closeTo(35 * enquiries * 0.1),
      // 30 instances check for a newer catalogue every 5 seconds, and 10 instances for reports, which are written 6
      // times a minute.
      S3: expect.closeTo(publishedFiles + (15.768e6 + 5.256e6) * 0.4e-6 + 262_800 * 5e-6),
      logs: expect.closeTo(157.68 * 0.85 * 0.5),
      'metrics and alarms': expect.closeTo(62 * 0.3 + 127 * 0.1 + 4 * 0.5 + 3),
      tracing: 0,
      firewall: expect.closeTo(5 + 8 + 157.68 * 0.6),
      'outgoing data': expect.closeTo(157.68 * (0.9 * 2 + 0.099 * 0.5 + 0.001 * 0.3) * 0.09),
    });
  });

  it('includes traces of operations and of the authoriser', () => {
    // A month has 2,628,000 seconds. Two operations are requested 54 and 5.94 times per second, so two requests per
    // second and 5% of the others are traced. The requests of the third operation (0.06 per second) and 50 key reads
    // per minute are all traced.
    expect(monthlyCost(traced, 60, profiles).tracing).toBeCloseTo(
      2.628 * (2 + 57.94 / 20 + 0.06 + 50 / 60) * 5,
    );
  });

  it('keeps instances warm for each operation that reads the catalogue', () => {
    const warm = { ...prod, provisionedConcurrency: { authoriser: 0, catalogue: 2 } };
    const operations = routes.filter(({ access }) => access.includes('published:read')).length;
    const gigabytes = (2 * operations * prod.memoryMegabytes.catalogue) / 1_024;
    expect(monthlyCost(warm, 60)['provisioned concurrency']).toBeCloseTo(2_628_000 * gigabytes * 3.3334e-6);
  });

  it('assumes the deployed number of backups', () => {
    const plans = templates.flatMap((template) => [
      ...resourcesOfType(template, 'AWS::Backup::BackupPlan').values(),
    ]);
    const DeleteAfterDays = assumptions.keptBackups;
    expect(plans.map(({ Properties }) => Properties)).toMatchObject([
      { BackupPlan: { BackupPlanRule: [{ Lifecycle: { DeleteAfterDays } }] } },
    ]);
  });

  it('excludes backups and the firewall on a stage without them', () => {
    expect(monthlyCost(dev, 60)).toMatchObject({ backups: 0, firewall: 0 });
  });

  it('includes 12,000 outlet pages if the portal has them', () => {
    const { S3: without = 0 } = monthlyCost(prod, 60, profiles);
    const withOutlets = monthlyCost({ ...prod, portal: { outletPages: true } }, 60, profiles);
    expect(withOutlets.S3).toBeCloseTo(without + 12_000 * 5e-6);
  });

  it('is below $50 for a stage without traffic', () => {
    expect(totalOf(monthlyCost(dev, 0.01))).toBeLessThan(50);
  });

  it('assumes approximately the deployed number of alarm metrics', () => {
    const alarm = z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional() });
    const resources = (type: string) =>
      templates.flatMap((template) => [...resourcesOfType(template, type).values()]);
    const metrics = resources('AWS::CloudWatch::Alarm')
      .map(({ Properties }) => alarm.parse(Properties).Metrics?.filter(({ MetricStat }) => MetricStat))
      .reduce((sum, each) => sum + (each?.length ?? 1), 0);
    expect(Math.abs(metrics - assumptions.alarmMetrics)).toBeLessThan(15);
    expect(resources('AWS::CloudWatch::CompositeAlarm')).toHaveLength(assumptions.compositeAlarms);
  });
});

describe('the cost of a million searches in other designs', () => {
  // Index of 2.1 MB whose entries are each written once a day, divided by 157.68 million searches a month.
  const index = (0.0021 * 0.25 + 21_000 * (730 / 24) * 0.625e-6) / 157.68;
  const database = 730 * (0.13 + 2 * 0.015) + 20 * 0.23;
  /** Cost of a million requests that each run this long at 0.5 GB, plus 1 ms as the share of a 500 ms cold start. */
  const functionOf = (milliseconds: number) => 0.2 + (milliseconds + 1) * 1e3 * 0.5 * 1.33334e-5;

  it.each([
    // 5 queries of 0.5 units, and 5 records.
    ['geohash on DynamoDB', 'nearest 5', 60, functionOf(15) + (2.5 + 2.5) * 0.125 + index],
    // 21,000 entries of 100 bytes take 256.3 units, more than 182 queries of 0.5 units.
    ['geohash on DynamoDB', 'total within 1000 km', 60, functionOf(60) + (2_100_000 / 8_192) * 0.125 + index],
    // 60 searches per second need 1.68 processors at 50% utilisation, that is, one instance.
    ['PostGIS on RDS', 'total within 1000 km', 60, functionOf(20) + database / 157.68],
    // 5,000 searches per second need 140 processors at 50% utilisation, that is, 70 instances with two each.
    ['PostGIS on RDS', 'total within 1000 km', 5_000, functionOf(20) + (70 * database) / 13_140],
    ['Amazon Location', 'nearest 5', 60, functionOf(50) + 500],
    [
      'catalogue in memory',
      'nearest 5',
      1,
      0.2 + 4e3 * 1.33334e-5 + (publisherRuns + publisherReads * 0.125e-6 + publishedFiles) / 2.628 + 0.4,
    ],
  ] as const)('%s: %s at %i a second', (design, search, rate, cost) => {
    expect(searchDesigns[design](prod, search, rate)).toBeCloseTo(cost);
  });
});
