import { describe, expect, it } from 'vitest';
import { alternativesTable, operationTable } from '../../../infra/cost/cost-table.ts';
import { type OperationProfile, operationProfiles } from '../../../infra/cost/operation-profiles.ts';
import { requestCost } from '../../../infra/cost/request-cost.ts';
import { type Search, searchDesigns } from '../../../infra/cost/search-alternatives.ts';
import { routes } from '../../../infra/routes/routes.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { rareWrite } from './rare-write.ts';

/** An operation to work out by hand: as many requests as make 24 of 60. */
const oftenAsked: OperationProfile = {
  operationId: 'find',
  ofThousand: 400,
  memory: 'catalogue',
  milliseconds: 3,
  kilobytes: 1.5,
};

describe('what a million requests cost', () => {
  it('is said of every operation, with the function that it has', () => {
    const deployed = routes.map(({ operationId, access }) => [
      operationId,
      access.includes('published:read') ? 'catalogue' : 'standard',
    ]);
    expect(
      operationProfiles.map(({ operationId, memory }) => [operationId, memory]),
      'the profiles, in the order of the routes',
    ).toEqual(deployed);
  });

  it('is what one works out by hand', () => {
    const traced = { ...stages.prod, tracing: true };
    const cost = requestCost(traced, rareWrite, 60);
    // 157.68 million requests a month are within the first price.
    expect(cost['API Gateway']).toBeCloseTo(3.5);
    // 25 ms of half a GB, and one of each five hundredth start.
    expect(cost.Lambda).toBeCloseTo(0.2 + 26e3 * 0.5 * 1.33334e-5);
    expect(cost.DynamoDB).toBeCloseTo(5 * 0.625);
    // 0.85 GB of log, a million traces, as it is asked less than once a second, and a million looks of the firewall.
    expect(cost.watching).toBeCloseTo(0.85 * 0.5 + 5 + 0.6);
    // Asked 24 times a second, of which one and every twentieth of the others are traced.
    const often = requestCost(traced, oftenAsked, 60);
    expect(often.watching).toBeCloseTo(0.85 * 0.5 + ((1 + 23 / 20) / 24) * 5 + 0.6);
    expect(cost['data sent out']).toBeCloseTo(0.3 * 0.09);
  });

  it('leaves out what the stage does not have, and gets cheaper with many', () => {
    const bare = { ...stages.prod, firewall: false };
    expect(requestCost(bare, rareWrite, 60).watching).toBeCloseTo(0.85 * 0.5);
    // 1,314 million a month: 1165.50 + 1867.60 + 747.32 dollars.
    expect(requestCost(bare, rareWrite, 500)['API Gateway']).toBeCloseTo(3780.42 / 1_314);
  });

  it('has a row for each operation', () => {
    expect(operationTable(stages.prod, 60).split('\n')).toHaveLength(2 + routes.length);
  });
});

describe('what a million searches cost by other designs', () => {
  const costOf = (name: string, search: Search, rate: number) => {
    const design = searchDesigns.find((each) => each.name === name);
    if (!design) throw new Error(`no design ${name}`);
    return design.cost(stages.prod, search, rate);
  };

  it('is what one works out by hand', () => {
    // Of a month's 157.68 million: 2.1 MB stored, and an entry written a day.
    const index = (0.0021 * 0.25 + 21_000 * (730 / 24) * 0.625e-6) / 157.68;
    // Five calls of half a unit, and the five records; 15 ms of half a GB.
    const nearest = 0.2 + 16e3 * 0.5 * 1.33334e-5 + (2.5 + 2.5) * 0.125 + index;
    expect(costOf('geohash on DynamoDB', 'nearest 5', 60)).toBeCloseTo(nearest);
    // 21,000 entries of 100 bytes are 256.3 units, more than 182 calls of half a unit.
    const total = 0.2 + 61e3 * 0.5 * 1.33334e-5 + ((21_000 * 100) / 8_192) * 0.125 + index;
    expect(costOf('geohash on DynamoDB', 'total within 1000 km', 60)).toBeCloseTo(total);
    // 60 a second take 1.68 processors at half use: one instance.
    const month = 730 * (0.13 + 2 * 0.015) + 20 * 0.23;
    expect(costOf('PostGIS on RDS', 'total within 1000 km', 60)).toBeCloseTo(
      0.2 + 21e3 * 0.5 * 1.33334e-5 + month / 157.68,
    );
    expect(costOf('Amazon Location', 'nearest 5', 60)).toBeCloseTo(500 + 0.2 + 51e3 * 0.5 * 1.33334e-5);
  });

  it('counts the publications that the catalogue takes', () => {
    const requests = 0.2 + 4e3 * 1.33334e-5;
    // 730 in full, and 1,000 of changes.
    const runs = (730 * 12 + 1_000 * 3) * (1_769 / 1_024) * 1.33334e-5;
    const reads = ((730 * 30e6) / 4_096) * 0.125e-6;
    const keptGigabytes = (730 * 0.025 + 1_000 * 0.003) * ((7 * 24) / 730);
    const files = 1_730 * 20 * 5e-6 + 2.628e6 * 0.4e-6 + keptGigabytes * 0.023;
    expect(costOf('catalogue in memory', 'nearest 5', 1)).toBeCloseTo(
      requests + (runs + reads + files) / 2.628,
    );
  });

  it('takes more databases for more queries, and no more of the catalogue', () => {
    const rate = 5_000;
    const requests = rate * 730 * 3_600;
    // 70 processors, at half use 140: seventy instances.
    const month = 70 * (730 * (0.13 + 2 * 0.015) + 20 * 0.23);
    expect(costOf('PostGIS on RDS', 'total within 1000 km', rate)).toBeCloseTo(
      0.2 + 21e3 * 0.5 * 1.33334e-5 + (month / requests) * 1e6,
    );
    expect(costOf('catalogue in memory', 'nearest 5', rate)).toBeLessThan(
      costOf('catalogue in memory', 'nearest 5', 1),
    );
  });

  it('has a column for each search and rate', () => {
    const [head = ''] = alternativesTable(stages.prod, [1, 60]).split('\n');
    expect(head.split('|').map((cell) => cell.trim())).toEqual([
      '',
      'a million searches by',
      'nearest 5, 1 a second',
      'nearest 5, 60 a second',
      'total within 1000 km, 1 a second',
      'total within 1000 km, 60 a second',
      '',
    ]);
  });
});
