import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { assumptions } from '../../../infra/cost/assumptions.ts';
import { costTable } from '../../../infra/cost/cost-table.ts';
import { costItems, monthlyCost, totalOf } from '../../../infra/cost/monthly-cost.ts';
import { operationProfiles } from '../../../infra/cost/operation-profiles.ts';
import { prices, tiered } from '../../../infra/cost/prices.ts';
import { routes } from '../../../infra/routes/routes.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

const templates = Object.values(synthesiseStage(stages.prod));

describe('prices that fall with the number', () => {
  it('are asked for each part of it', () => {
    expect(tiered(1e6, prices.gatewayRequest)).toBeCloseTo(3.5);
    // 333 million at 3.50, 667 at 2.80 and 314 at 2.38: 500 requests a second for 730 hours.
    expect(tiered(1_314e6, prices.gatewayRequest)).toBeCloseTo(1165.5 + 1867.6 + 747.32);
  });
});

describe('what a stage costs a month', () => {
  const atSixty = monthlyCost(stages.prod, 60);

  it('is what one works out by hand: 60 a second are 157.68 million requests', () => {
    expect(atSixty['API Gateway']).toBeCloseTo(157.68 * 3.5);
    expect(atSixty.firewall).toBeCloseTo(5 + 4 + 157.68 * 0.6);
    expect(atSixty.logs).toBeCloseTo(157.68 * 0.85 * 0.5);
    // 2.1946 kB on the average of all operations.
    expect(atSixty['data sent out']).toBeCloseTo(157.68 * 2.1946 * 0.09);
    // 2,628,000 seconds. Seven operations are asked more than once in each, 55.38 times together: seven traces, and every
    // twentieth of the rest. The others, 4.62 requests, and 50 looks at keys in a minute are traced whole.
    const traced = monthlyCost({ ...stages.prod, tracing: true }, 60);
    expect(traced.tracing).toBeCloseTo(2.628 * (7 + 48.38 / 20 + 4.62 + 50 / 60) * 5);
    // 512 MB kept warm for all of them.
    expect(atSixty['kept warm']).toBeCloseTo(2_628_000 * 0.5 * 3.3334e-6);
  });

  it('has each key looked up once a minute, and each publication read the whole network', () => {
    // 50 keys in 43,800 minutes are 2.19 million look-ups of 10 ms, in half a GB, and 1 ms of each start's 500.
    const lookUps = 2.19 * 0.2 + 2.19e6 * 0.011 * 0.5 * 1.33334e-5;
    // On the average of all operations, starts among them.
    const requests = 157.68 * 0.2 + 157.68e6 * (4.764 / 1e3) * 1.33334e-5;
    // 730 hours and 100 changes of 12 s with 1,769 MB.
    const publications = 830 * 12 * (1_769 / 1_024) * 1.33334e-5;
    expect(atSixty.Lambda).toBeCloseTo(requests + lookUps + publications);
    // One request of a thousand is an enquiry.
    const enquiries = 157_680 * 5 * 0.625e-6;
    // 10 and 34 lists and look-ups of billers, 5 of their types and 10 looks at the health, of a thousand requests.
    const billers = 157.68e6 * ((10 * 4 + 5 * 0.5 + 34 * 0.5 + 10 * 1) / 1e3);
    const reads = (billers + 2.19e6 + (830 * 30e6) / 4_096) * 0.125e-6;
    expect(atSixty.DynamoDB).toBeCloseTo(enquiries + reads + 0.03 * 0.45 + 1);
    // 60 files each; 30 instances look every 30 seconds; 830 versions a month kept for a week.
    const files = 830 * 60 * 5e-6 + 2.628e6 * 0.4e-6 + ((830 * 7 * 24) / 730) * 0.01 * 0.023;
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
    expect(together).toContain(Math.round(totalOf(atSixty)).toLocaleString('en-US'));
  });
});
