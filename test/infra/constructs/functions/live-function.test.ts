import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routes } from '../../../../infra/routes/routes.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import manifest from '../../../../package.json' with { type: 'json' };
import { handlerOf } from '../../../support/templates/synthesised-api.ts';
import {
  resourcesOfType,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const reference = z.object({ Ref: z.string() });
const liveAlias = z.object({
  Name: z.literal('live'),
  FunctionName: reference,
  FunctionVersion: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Version')]) }),
  ProvisionedConcurrencyConfig: z.object({ ProvisionedConcurrentExecutions: z.int() }).optional(),
});
const lambdaFunction = z.object({
  ReservedConcurrentExecutions: z.int().optional(),
  TracingConfig: z.object({ Mode: z.string() }).optional(),
});

/** The functions of a template by their files, each with its alias. */
const liveFunctions = (template: SynthesisedTemplate) =>
  new Map(
    [...resourcesOfType(template, 'AWS::Lambda::Alias')].map(([aliasId, { Properties }]) => {
      const { FunctionName, FunctionVersion, ProvisionedConcurrencyConfig } = liveAlias.parse(Properties);
      const { ReservedConcurrentExecutions, TracingConfig } = lambdaFunction.parse(
        template.Resources[FunctionName.Ref]?.Properties,
      );
      return [
        handlerOf(template, FunctionName.Ref),
        {
          aliasId,
          functionId: FunctionName.Ref,
          versionId: FunctionVersion['Fn::GetAtt'][0],
          warm: ProvisionedConcurrencyConfig?.ProvisionedConcurrentExecutions,
          reserved: ReservedConcurrentExecutions,
          tracing: TracingConfig?.Mode,
        },
      ];
    }),
  );

type LiveFunctions = ReturnType<typeof liveFunctions>;

/** The files of the functions that something is said of, with what is said. */
const saidOf = (functions: LiveFunctions, name: 'warm' | 'reserved') =>
  Object.fromEntries(
    [...functions].flatMap(([handler, live]) => (live[name] === undefined ? [] : [[handler, live[name]]])),
  );

const versionsOf = (functions: LiveFunctions) => [...functions.values()].map(({ versionId }) => versionId);

const { api, publishing } = synthesiseStage(stages.prod);
const live = liveFunctions(api);
const inDevelopment = liveFunctions(synthesiseStage(stages.dev).api);
const changed = liveFunctions(
  synthesiseStage({
    ...stages.prod,
    logLevel: 'DEBUG',
    provisionedConcurrency: { authoriser: 0, catalogue: 3 },
  }).api,
);
const authoriser = 'functions/platform/authorise-api-key.ts';
const catalogueHandlers = routes
  .filter(({ access }) => access.includes('published:read'))
  .map(({ handler }) => handler);

describe('the functions of the API', () => {
  it('are each reached by the alias of a published version', () => {
    const functions = resourcesOfType(api, 'AWS::Lambda::Function');
    const versions = resourcesOfType(api, 'AWS::Lambda::Version');
    expect([...live.values()].map(({ functionId }) => functionId).toSorted()).toEqual(
      [...functions.keys()].toSorted(),
    );
    for (const { functionId, versionId } of live.values()) {
      expect(versions.get(versionId)?.Properties.FunctionName).toEqual({ Ref: functionId });
    }
  });

  it('may be invoked by the gateway by their alias alone, by one permission each', () => {
    const permissions = [...resourcesOfType(api, 'AWS::Lambda::Permission').values()];
    expect(
      permissions.map(({ Properties }) => reference.parse(Properties.FunctionName).Ref).toSorted(),
    ).toEqual([...live.values()].map(({ aliasId }) => aliasId).toSorted());
  });

  it('have another version where their configuration is another, and else the same', () => {
    expect(versionsOf(liveFunctions(synthesiseStage(stages.prod).api))).toEqual(versionsOf(live));
    const before = new Set(versionsOf(live));
    expect(versionsOf(changed).filter((version) => before.has(version))).toEqual([]);
  });

  it('are kept warm as the stage says: the authoriser in production, catalogues where they are asked for', () => {
    expect(saidOf(live, 'warm')).toEqual({ [authoriser]: 1 });
    expect(saidOf(inDevelopment, 'warm')).toEqual({});
    expect(saidOf(changed, 'warm')).toEqual(
      Object.fromEntries(catalogueHandlers.map((handler) => [handler, 3])),
    );
  });

  it('keep instances free for the one that writes a table for clients, and bound it by them', () => {
    expect(saidOf(live, 'reserved')).toEqual({ 'functions/bill-management-v1/submit-enquiry.ts': 50 });
    expect(saidOf(inDevelopment, 'reserved')).toEqual({});
  });
});

describe('tracing', () => {
  const gatewayStage = z.object({ TracingEnabled: z.boolean().optional() });
  const stageTraces = (template: SynthesisedTemplate) =>
    [...resourcesOfType(template, 'AWS::ApiGateway::Stage').values()].map(
      ({ Properties }) => gatewayStage.parse(Properties).TracingEnabled,
    );

  it.each(Object.values(stages))('tells X-Ray of no request, which has its query with it: $name', (stage) => {
    expect(stageTraces(synthesiseStage({ ...stage, tracing: true }).api)).toEqual([false]);
  });

  it.each([
    [true, 'Active'],
    [false, undefined],
  ])('tells X-Ray how each function ran where the stage has it so: %s', (tracing, mode) => {
    const functions = liveFunctions(synthesiseStage({ ...stages.prod, tracing }).api);
    expect(new Set([...functions.values()].map((each) => each.tracing))).toEqual(new Set([mode]));
  });

  it.each(Object.entries({ api, publishing }))(
    'takes from no function what it is asked: %s',
    (_, template) => {
      // What would add segments of its own to those of Lambda, with addresses in them, comes by one of these.
      for (const { Properties } of resourcesOfType(template, 'AWS::Lambda::Function').values()) {
        expect(Properties).not.toHaveProperty('Layers');
        expect(JSON.stringify(Properties)).not.toContain('AWS_LAMBDA_EXEC_WRAPPER');
      }
      const libraries = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
      expect(libraries.filter((name) => /xray|opentelemetry|powertools\/tracer/.test(name))).toEqual([]);
    },
  );

  it('is neither done nor permitted where the stage has none', () => {
    const local = synthesiseStage(stages.local);
    for (const template of [local.api, local.publishing]) {
      const text = JSON.stringify(template);
      expect({ traced: text.includes('"TracingConfig"'), permitted: text.includes('"xray:') }).toEqual({
        traced: false,
        permitted: false,
      });
    }
  });
});

describe('the functions of importing and publishing', () => {
  it('have no alias: there is no traffic to shift', () => {
    expect(resourcesOfType(publishing, 'AWS::Lambda::Function').size).toBeGreaterThan(0);
    expect(resourcesOfType(publishing, 'AWS::Lambda::Alias').size).toBe(0);
  });
});
