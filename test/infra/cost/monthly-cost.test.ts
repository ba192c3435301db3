import { describe, expect, it } from 'vitest';
import { costTable } from '../../../infra/cost/cost-table.ts';
import { costItems, monthlyCost, totalOf } from '../../../infra/cost/monthly-cost.ts';
import { prices, tiered } from '../../../infra/cost/prices.ts';
import { stages } from '../../../infra/stages/stages.ts';

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
    expect(atSixty['data sent out']).toBeCloseTo(157.68 * 2 * 0.09);
  });

  it('leaves out what the stage does not have', () => {
    const bare = { ...stages.prod, firewall: false, tracing: false };
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
