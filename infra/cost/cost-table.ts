import type { StageSettings } from '../stages/stage-settings.ts';
import { secondsAMonth } from './assumptions.ts';
import { dollars, markdownTable } from './markdown-table.ts';
import { costItems, monthlyCost, totalOf } from './monthly-cost.ts';
import { operationProfiles } from './operation-profiles.ts';
import { requestCost, requestCostItems } from './request-cost.ts';
import { searchDesigns, searches } from './search-alternatives.ts';

/** The bill of a stage at each of several rates, one row an item: a table of Markdown, in US dollars a month. */
export const costTable = (stage: StageSettings, requestsPerSecond: readonly number[]): string => {
  const costs = requestsPerSecond.map((rate) => monthlyCost(stage, rate));
  const perMillion = requestsPerSecond.map(
    (rate, index) => totalOf(costs[index] ?? monthlyCost(stage, rate)) / ((rate * secondsAMonth) / 1e6),
  );
  return markdownTable([
    ['paid for', ...requestsPerSecond.map((rate) => `${rate} a second`)],
    ...costItems.map((item) => [item, ...costs.map((cost) => dollars(cost[item]))]),
    ['together', ...costs.map((cost) => dollars(totalOf(cost)))],
    ['for a million requests', ...perMillion.map(dollars)],
  ]);
};

/** What a million requests of each operation cost, on a stage that answers so many a second in all. */
export const operationTable = (stage: StageSettings, requestsPerSecond: number): string => {
  const rows = operationProfiles.map((profile) => {
    const cost = requestCost(stage, profile, requestsPerSecond);
    const together = requestCostItems.reduce((sum, item) => sum + cost[item], 0);
    return [profile.operationId, ...requestCostItems.map((item) => dollars(cost[item])), dollars(together)];
  });
  return markdownTable([['a million of', ...requestCostItems, 'together'], ...rows]);
};

/** What a million searches cost by other designs, behind the same gateway: that and the data sent out left aside. */
export const alternativesTable = (stage: StageSettings, requestsPerSecond: readonly number[]): string => {
  const columns = searches.flatMap((search) => requestsPerSecond.map((rate) => ({ search, rate })));
  return markdownTable([
    ['a million searches by', ...columns.map(({ search, rate }) => `${search}, ${rate} a second`)],
    ...searchDesigns.map(({ name, cost }) => [
      name,
      ...columns.map(({ search, rate }) => dollars(cost(stage, search, rate))),
    ]),
  ]);
};
