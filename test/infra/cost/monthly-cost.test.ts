import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { assumptions } from '../../../infra/cost/assumptions.ts';
import { costTable } from '../../../infra/cost/cost-table.ts';
import { costItems, monthlyCost, totalOf } from '../../../infra/cost/monthly-cost.ts';
import { type OperationProfile, operationProfiles } from '../../../infra/cost/operation-profiles.ts';
import { prices, tiered } from '../../../infra/cost/prices.ts';
import { routes } from '../../../infra/routes/routes.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';
import { rareWrite } from './rare-write.ts';

/** Some operations to work out by hand, whichever there are: requests of each thousand, and what one takes. */
const threeOperations: readonly OperationProfile[] = [
  { operationId: 'find', ofThousand: 900, memory: 'catalogue', milliseconds: 3, kilobytes: 2 },
  {
    operationId: 'read',
    ofThousand: 99,
    memory: 'standard',
    milliseconds: 10,
    kilobytes: 0.5,
    readUnits: 0.5,
  },
  rareWrite,
];

const templates = Object.values(synthesiseStage(stages.prod));

describe('prices that fall with the number', () => {
  it('are asked for each part of it', () => {
    expect(tiered(1e6, prices.gatewayRequest)).toBeCloseTo(3.5);
    // 333 million at 3.50, 667 at 2.80 and 314 at 2.38: 500 requests a second for 730 hours.
    expect(tiered(1_314e6, prices.gatewayRequest)).toBeCloseTo(1165.5 + 1867.6 + 747.32);
  });
});

describe('what a stage costs a month', () => {
  const atSixty = monthlyCost(stages.prod, 60, threeOperations);

  it('is what one works out by hand: 60 a second are 157.68 million requests', () => {
    expect(atSixty['API Gateway']).toBeCloseTo(157.68 * 3.5);
    expect(atSixty.firewall).toBeCloseTo(5 + 4 + 157.68 * 0.6);
    expect(atSixty.logs).toBeCloseTo(157.68 * 0.85 * 0.5);
    expect(atSixty['data sent out']).toBeCloseTo(157.68 * (0.9 * 2 + 0.099 * 0.5 + 0.001 * 0.3) * 0.09);
    // 2,628,000 seconds. Two operations are asked more than once in each, 54 and 5.94 times: two traces, and every
    // twentieth of the rest. The third, 0.06 requests, and 50 looks at keys in a minute are traced whole.
    const traced = monthlyCost({ ...stages.prod, tracing: true }, 60, threeOperations);
    expect(traced.tracing).toBeCloseTo(2.628 * (2 + 57.94 / 20 + 0.06 + 50 / 60) * 5);
    // 512 MB kept warm for all of them.
    expect(atSixty['kept warm']).toBeCloseTo(2_628_000 * 0.5 * 3.3334e-6);
  });

  it('has each key looked up once a minute, and each full publication read the whole network', () => {
    // 50 keys in 43,800 minutes are 2.19 million look-ups of 10 ms, in half a GB, and 1 ms of each start's 500.
    const lookUps = 2.19 * 0.2 + 2.19e6 * 0.011 * 0.5 * 1.33334e-5;
    // A GB for the first, half of one for the others, and the same 1 ms of each start.
    const gigabyteMilliseconds = 0.9 * 4 + 0.5 * (0.099 * 11 + 0.001 * 26);
    const requests = 157.68 * 0.2 + 157.68e6 * (gigabyteMilliseconds / 1e3) * 1.33334e-5;
    // 730 hours of 12 s and 1,000 changes of 3 s with 1,769 MB.
    const publications = (730 * 12 + 1_000 * 3) * (1_769 / 1_024) * 1.33334e-5;
    expect(atSixty.Lambda).toBeCloseTo(requests + lookUps + publications);
    const writes = 157_680 * 5 * 0.625e-6;
    const reads = (157.68e6 * 0.099 * 0.5 + 2.19e6 + (730 * 30e6) / 4_096) * 0.125e-6;
    expect(atSixty.DynamoDB).toBeCloseTo(writes + reads + 0.03 * 0.45 + 1);
    // 20 files each; 30 instances look every 5 seconds; the versions of a week are kept.
    const keptGigabytes = (730 * 0.025 + 1_000 * 0.003) * ((7 * 24) / 730);
    const files = 1_730 * 20 * 5e-6 + 15.768e6 * 0.4e-6 + keptGigabytes * 0.023;
    expect(atSixty.S3).toBeCloseTo(files);
  });

  it('keeps instances warm for each operation that is answered from the catalogue', () => {
    const warm = { ...stages.prod, provisionedConcurrency: { authoriser: 0, catalogue: 2 } };
    const operations = routes.filter(({ access }) => access.includes('published:read')).length;
    const gigabytes = (2 * operations * stages.prod.memoryMegabytes.catalogue) / 1_024;
    expect(monthlyCost(warm, 60)['kept warm']).toBeCloseTo(2_628_000 * gigabytes * 3.3334e-6);
  });

  it('counts as many metrics under alarm as are deployed', () => {
    const alarm = z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional() });
    const metrics = templates
      .flatMap((template) => [...resourcesOfType(template, 'AWS::CloudWatch::Alarm').values()])
      .map(
        ({ Properties }) =>
          alarm.parse(Properties).Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1,
      )
      .reduce((sum, each) => sum + each, 0);
    expect(Math.abs(metrics - assumptions.alarmMetrics)).toBeLessThan(15);
    const composites = templates.flatMap((template) => [
      ...resourcesOfType(template, 'AWS::CloudWatch::CompositeAlarm').keys(),
    ]);
    expect(composites).toHaveLength(assumptions.compositeAlarms);
  });

  it('is of a mix of operations that is whole', () => {
    const all = operationProfiles.reduce((sum, { ofThousand }) => sum + ofThousand, 0);
    expect(all).toBeCloseTo(1_000);
  });

  it('leaves out what the stage does not have', () => {
    const bare = { ...stages.prod, firewall: false };
    expect(monthlyCost(bare, 60)).toMatchObject({ firewall: 0, tracing: 0 });
  });

  it('hardly depends on the requests where nothing is asked for each', () => {
    const idle = totalOf(monthlyCost(stages.dev, 0.01));
    expect(idle).toBeLessThan(50);
  });

  it('is the sum of its rows', () => {
    const rows = costTable(stages.prod, [60]).split('\n');
    expect(rows).toHaveLength(2 + costItems.length + 2);
    const together = rows.find((row) => row.startsWith('| together'));
    expect(together).toContain(Math.round(totalOf(monthlyCost(stages.prod, 60))).toLocaleString('en-US'));
  });
});
