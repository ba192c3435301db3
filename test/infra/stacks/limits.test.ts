import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routes } from '../../../infra/routes/routes.ts';
import { awsLimits } from '../../../infra/stages/limits.ts';
import { parseStages, stages } from '../../../infra/stages/stages.ts';
import { plans } from '../../../shared/domain/access/api-key.ts';
import { browserGrant } from '../../../shared/domain/access/browser-key.ts';
import { scopeTextAllows } from '../../../shared/domain/access/scope.ts';
import { propertiesOf, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

const throttle = z.object({ RateLimit: z.int(), BurstLimit: z.int() });
/** Plans have no quota, because clients could not distinguish an exhausted quota from a rate limit. */
const usagePlan = z
  .strictObject({
    UsagePlanName: z.string(),
    Throttle: throttle.optional(),
    ApiStages: z.tuple([z.object({ Throttle: z.record(z.string(), throttle) })]),
  })
  .transform(({ UsagePlanName: name, Throttle: whole, ApiStages: [{ Throttle: operations }] }) => ({
    name,
    whole,
    operations,
  }));
const methodSettings = z.object({
  MethodSettings: z.array(
    z.object({
      HttpMethod: z.string(),
      ResourcePath: z.string(),
      ThrottlingRateLimit: z.int(),
      ThrottlingBurstLimit: z.int(),
    }),
  ),
});

const plansOf = (stage: (typeof stages)[keyof typeof stages]) =>
  propertiesOf(synthesiseStage(stage).api, 'AWS::ApiGateway::UsagePlan').map((each) => usagePlan.parse(each));

const { api } = synthesiseStage(stages.prod);
const keyed = routes.filter(({ open }) => !open);
const nameOf = ({ path, method }: (typeof routes)[number]) => `${path}/${method}`;

/** Throttles that all clients share, by `/path/METHOD`. */
const together = new Map(
  propertiesOf(api, 'AWS::ApiGateway::Stage')
    .flatMap((each) => methodSettings.parse(each).MethodSettings)
    .map(({ HttpMethod, ResourcePath, ThrottlingRateLimit, ThrottlingBurstLimit }) => [
      `${ResourcePath.replace(/^\/(?=~1)/, '').replaceAll('~1', '/')}/${HttpMethod}`,
      { RateLimit: ThrottlingRateLimit, BurstLimit: ThrottlingBurstLimit },
    ]),
);

describe('the throttles of a stage on AWS', () => {
  it.each([stages.dev, stages.prod])('limit each plan, and each operation in it: $name', (stage) => {
    const deployed = plansOf(stage);
    expect(deployed.map(({ name, whole }) => [name, whole])).toEqual([
      [`waypost-${stage.name}-standard`, { RateLimit: 100, BurstLimit: 200 }],
      [`waypost-${stage.name}-partner`, { RateLimit: 500, BurstLimit: 1000 }],
      [`waypost-${stage.name}-unlimited`, { RateLimit: 1000, BurstLimit: 2000 }],
      [`waypost-${stage.name}-browser`, { RateLimit: 50, BurstLimit: 100 }],
    ]);
    for (const { operations } of deployed.slice(0, 3))
      expect(Object.keys(operations).toSorted()).toEqual(keyed.map(nameOf).toSorted());
  });

  it('match limits.ts, from the smallest plan to the largest', () => {
    const deployed = plansOf(stages.prod).slice(0, 3);
    for (const route of keyed) {
      const { perClient } = awsLimits.operations[route.operationId];
      expect(Object.keys(perClient).slice(0, 3), route.operationId).toEqual(plans.slice(0, 3));
      const rates = deployed.map(({ operations }) => operations[nameOf(route)]?.RateLimit ?? 0);
      expect(rates, route.operationId).toEqual(rates.toSorted((one, other) => one - other));
    }
  });

  it('suffice for a busy website in the browser plan, which includes only the operations of its scope', () => {
    const throttles = plansOf(stages.prod)[3]?.operations;
    expect(throttles).toMatchObject({
      '/locations/v3/workcentres/GET': { RateLimit: 40, BurstLimit: 80 },
      '/locations/v3/workcentres/{id}/GET': { RateLimit: 50, BurstLimit: 100 },
    });
    const ofScope = keyed.filter(({ path }) => scopeTextAllows(browserGrant.scopes.join(), path));
    expect(Object.keys(throttles ?? {}).toSorted()).toEqual(ofScope.map(nameOf).toSorted());
  });

  it('limit the total rate of each operation across all clients, to at least the limit of a single client', () => {
    expect([...together.keys()].toSorted()).toEqual(['/*/*', ...routes.map(nameOf)].toSorted());
    expect(together.get('/*/*')).toEqual({ RateLimit: 5000, BurstLimit: 2500 });
    const none = { RateLimit: 0, BurstLimit: 0 };
    for (const route of keyed)
      for (const { operations } of plansOf(stages.prod).slice(0, 3)) {
        const ofClient = operations[nameOf(route)] ?? expect.fail(route.operationId);
        const ofAll = together.get(nameOf(route)) ?? none;
        expect(ofClient.RateLimit, route.operationId).toBeLessThanOrEqual(ofAll.RateLimit);
        expect(ofClient.BurstLimit, route.operationId).toBeLessThanOrEqual(ofAll.BurstLimit);
      }
    for (const route of routes.filter(({ open }) => open))
      expect(together.get(nameOf(route)), route.operationId).toEqual({ RateLimit: 20, BurstLimit: 40 });
  });

  it('are combined with reserved concurrency only for operations that stream or write', () => {
    for (const { operationId, streamed, access } of routes)
      expect(awsLimits.operations[operationId].reservedConcurrency !== undefined, operationId).toBe(
        streamed === true || access.includes('enquiries:write'),
      );
  });
});

describe('the throttles of the local stage', () => {
  it('are the same as on AWS for the plans standard, partner and browser, but absent for unlimited', () => {
    const asOnAws = plansOf(stages.prod).map((plan) => ({
      ...plan,
      name: plan.name.replace('prod', 'local'),
    }));
    asOnAws[2] = { name: 'waypost-local-unlimited', whole: undefined, operations: {} };
    expect(plansOf(stages.local)).toEqual(asOnAws);
  });

  it('limit the total rate across all clients with a single setting for all methods', () => {
    const [stage] = propertiesOf(synthesiseStage(stages.local).api, 'AWS::ApiGateway::Stage');
    expect(methodSettings.parse(stage).MethodSettings).toHaveLength(1);
  });
});

describe('limits', () => {
  const { operations } = awsLimits;
  const withLimits = (stage: 'dev' | 'prod' | 'local', limits: object) => (): unknown =>
    parseStages({ ...stages, [stage]: { ...stages[stage], limits: { ...stages[stage].limits, ...limits } } });
  const withPing = (ratePerSecond: number, burst: number) =>
    withLimits('prod', {
      operations: { ...operations, ping: { perClient: { standard: { ratePerSecond, burst } } } },
    });

  it('are rejected if they exceed the limits of the plan, or if the plan has none', () => {
    expect(withPing(100, 200)).not.toThrow();
    expect(withPing(101, 200)).toThrow(/must not exceed/);
    expect(withPing(100, 201)).toThrow(/must not exceed/);
    expect(withLimits('local', { operations })).toThrow(/requires a throttle for the whole plan/);
  });

  it('are rejected if they have no throttle for browser keys, or if an operation is missing or unknown', () => {
    const { browser: _, ...perClient } = awsLimits.perClient;
    for (const stage of ['dev', 'prod', 'local'] as const)
      expect(withLimits(stage, { perClient })).toThrow(`${stage}.limits.perClient.browser`);
    const { ping, ...others } = operations;
    for (const wrong of [others, { ...operations, pong: ping }])
      expect(withLimits('prod', { operations: wrong })).toThrow(/prod\.limits\.operations/);
  });
});
