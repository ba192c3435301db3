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
const usagePlan = z.object({
  UsagePlanName: z.string(),
  Throttle: throttle.optional(),
  ApiStages: z.tuple([z.object({ Throttle: z.record(z.string(), throttle) })]),
});
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
      { rate: ThrottlingRateLimit, burst: ThrottlingBurstLimit },
    ]),
);

describe('the throttles of a stage on AWS', () => {
  it.each([stages.dev, stages.prod])('limit each plan, and each operation in it: $name', (stage) => {
    const deployed = plansOf(stage);
    expect(deployed.map(({ UsagePlanName, Throttle }) => [UsagePlanName, Throttle])).toEqual([
      [`waypost-${stage.name}-standard`, { RateLimit: 100, BurstLimit: 200 }],
      [`waypost-${stage.name}-partner`, { RateLimit: 500, BurstLimit: 1000 }],
      [`waypost-${stage.name}-unlimited`, { RateLimit: 1000, BurstLimit: 2000 }],
      [`waypost-${stage.name}-browser`, { RateLimit: 50, BurstLimit: 100 }],
    ]);
    for (const { ApiStages } of deployed.slice(0, 3))
      expect(Object.keys(ApiStages[0].Throttle).toSorted()).toEqual(keyed.map(nameOf).toSorted());
  });

  it('match limits.ts, from the smallest plan to the largest', () => {
    const deployed = plansOf(stages.prod)
      .slice(0, 3)
      .map(({ ApiStages }) => ApiStages[0].Throttle);
    const ofType = '/locations/v2/points/type/{points_type}/GET';
    expect(deployed.map((plan) => plan[ofType])).toEqual([
      { RateLimit: 1, BurstLimit: 5 },
      { RateLimit: 2, BurstLimit: 5 },
      { RateLimit: 10, BurstLimit: 20 },
    ]);
    for (const route of keyed) {
      const { perClient } = awsLimits.operations[route.operationId];
      expect(Object.keys(perClient).slice(0, 3), route.operationId).toEqual(plans.slice(0, 3));
      const rates = deployed.map((plan) => plan[nameOf(route)]?.RateLimit ?? 0);
      expect(rates, route.operationId).toEqual(rates.toSorted((one, other) => one - other));
    }
  });

  it('suffice for a busy website in the browser plan, which includes only the operations of its scope', () => {
    const throttles = plansOf(stages.prod)[3]?.ApiStages[0].Throttle;
    expect(throttles).toMatchObject({
      '/locations/v3/workcentres/GET': { RateLimit: 40, BurstLimit: 80 },
      '/locations/v3/workcentres/{id}/GET': { RateLimit: 50, BurstLimit: 100 },
    });
    const ofScope = keyed.filter(({ path }) => scopeTextAllows(browserGrant.scopes.join(), path));
    expect(Object.keys(throttles ?? {}).toSorted()).toEqual(ofScope.map(nameOf).toSorted());
  });

  it('have no quotas, which clients could not distinguish from rate limits', () => {
    for (const plan of propertiesOf(api, 'AWS::ApiGateway::UsagePlan'))
      expect(plan).not.toHaveProperty('Quota');
  });

  it('limit the total rate of each operation across all clients, to at least the limit of a single client', () => {
    expect([...together.keys()].toSorted()).toEqual(['/*/*', ...routes.map(nameOf)].toSorted());
    expect(together.get('/*/*')).toEqual({ rate: 5000, burst: 2500 });
    for (const route of keyed)
      for (const { ApiStages } of plansOf(stages.prod).slice(0, 3)) {
        const { RateLimit, BurstLimit } = ApiStages[0].Throttle[nameOf(route)] ?? {
          RateLimit: Number.POSITIVE_INFINITY,
          BurstLimit: 0,
        };
        expect(RateLimit, route.operationId).toBeLessThanOrEqual(together.get(nameOf(route))?.rate ?? 0);
        expect(BurstLimit, route.operationId).toBeLessThanOrEqual(together.get(nameOf(route))?.burst ?? 0);
      }
    for (const route of routes.filter(({ open }) => open))
      expect(together.get(nameOf(route)), route.operationId).toEqual({ rate: 20, burst: 40 });
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
    const [standard, partner, unlimited, browser] = plansOf(stages.local);
    const [ofProd, ofPartners, , ofBrowsers] = plansOf(stages.prod);
    for (const [local, aws] of [
      [standard, ofProd],
      [partner, ofPartners],
      [browser, ofBrowsers],
    ] as const)
      expect([local?.Throttle, local?.ApiStages]).toEqual([aws?.Throttle, aws?.ApiStages]);
    expect(unlimited).toEqual({ UsagePlanName: 'waypost-local-unlimited', ApiStages: [{ Throttle: {} }] });
  });

  it('limit the total rate across all clients with a single setting for all methods', () => {
    const [stage] = propertiesOf(synthesiseStage(stages.local).api, 'AWS::ApiGateway::Stage');
    expect(methodSettings.parse(stage).MethodSettings).toHaveLength(1);
  });
});

describe('limits', () => {
  const { operations } = awsLimits;
  const withOperation = (perClient: object) => () =>
    parseStages({
      ...stages,
      prod: {
        ...stages.prod,
        limits: { ...awsLimits, operations: { ...operations, ping: { perClient } } },
      },
    });

  it('are rejected if they exceed the limits of the plan, or if the plan has none', () => {
    expect(withOperation({ standard: { ratePerSecond: 100, burst: 200 } })).not.toThrow();
    expect(withOperation({ standard: { ratePerSecond: 101, burst: 200 } })).toThrow(/must not exceed/);
    expect(withOperation({ standard: { ratePerSecond: 100, burst: 201 } })).toThrow(/must not exceed/);
    const withoutPlan = {
      ...stages.local,
      limits: { ...stages.local.limits, operations },
    };
    expect(() => parseStages({ ...stages, local: withoutPlan })).toThrow(
      /requires a throttle for the whole plan/,
    );
  });

  it('are rejected if they have no throttle for browser keys', () => {
    const { browser: _, ...perClient } = awsLimits.perClient;
    for (const stage of [stages.dev, stages.prod, stages.local])
      expect(() =>
        parseStages({ ...stages, [stage.name]: { ...stage, limits: { ...stage.limits, perClient } } }),
      ).toThrow(`${stage.name}.limits.perClient.browser`);
  });

  it('are rejected if an operation is missing or unknown', () => {
    const { ping: _, ...others } = operations;
    for (const wrong of [others, { ...operations, pong: operations.ping }])
      expect(() =>
        parseStages({
          ...stages,
          prod: { ...stages.prod, limits: { ...awsLimits, operations: wrong } },
        }),
      ).toThrow(/prod\.limits\.operations/);
  });
});
