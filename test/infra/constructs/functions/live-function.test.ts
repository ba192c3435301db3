import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routes } from '../../../../infra/routes/routes.ts';
import type { StageSettings } from '../../../../infra/stages/stage-settings.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import manifest from '../../../../package.json' with { type: 'json' };
import { externalDnsStage, fullStage } from '../../../support/templates/configured-stages.ts';
import { handlerOf } from '../../../support/templates/synthesised-api.ts';
import {
  propertiesOf,
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

const liveFunctions = (template: SynthesisedTemplate) =>
  [...resourcesOfType(template, 'AWS::Lambda::Alias')].map(([aliasId, { Properties }]) => {
    const { FunctionName, FunctionVersion, ProvisionedConcurrencyConfig } = liveAlias.parse(Properties);
    return {
      aliasId,
      handler: handlerOf(template, FunctionName.Ref),
      functionId: FunctionName.Ref,
      versionId: FunctionVersion['Fn::GetAtt'][0],
      warm: ProvisionedConcurrencyConfig?.ProvisionedConcurrentExecutions,
    };
  });

const functionsOf = (stage: StageSettings) => {
  const { api, publishing } = synthesiseStage(stage);
  return [api, publishing].flatMap((template) => propertiesOf(template, 'AWS::Lambda::Function'));
};

const { api, publishing } = synthesiseStage(stages.prod);
const live = liveFunctions(api);

describe("the API's functions", () => {
  it('are each invoked through the alias of a published version', () => {
    const versions = resourcesOfType(api, 'AWS::Lambda::Version');
    expect(live.map(({ functionId }) => functionId).toSorted()).toEqual(
      [...resourcesOfType(api, 'AWS::Lambda::Function').keys()].toSorted(),
    );
    for (const { functionId, versionId } of live) {
      expect(versions.get(versionId)?.Properties.FunctionName).toEqual({ Ref: functionId });
    }
  });

  it('each grant the gateway one permission, for their alias', () => {
    const permissions = propertiesOf(api, 'AWS::Lambda::Permission');
    expect(permissions.map(({ FunctionName }) => reference.parse(FunctionName).Ref).toSorted()).toEqual(
      live.map(({ aliasId }) => aliasId).toSorted(),
    );
  });

  it('get a new version only when their configuration changes', () => {
    const versionsOf = (stage: StageSettings) =>
      liveFunctions(synthesiseStage(stage).api).map(({ versionId }) => versionId);
    const before = versionsOf(stages.prod);
    expect(versionsOf(externalDnsStage)).toEqual(before);
    expect(versionsOf(fullStage).filter((version) => before.includes(version))).toEqual([]);
  });

  it.each<[string, StageSettings, { authoriser?: number; catalogue?: number }]>([
    ['the authoriser in production', stages.prod, { authoriser: 1 }],
    ['none in development', stages.dev, {}],
    ['catalogues if configured', fullStage, { authoriser: 3, catalogue: 2 }],
  ])('are kept warm as configured: %s', (_, stage, { authoriser, catalogue }) => {
    const readers = routes.filter(({ access }) => access.includes('published:read'));
    const kept = liveFunctions(synthesiseStage(stage).api).filter(({ warm }) => warm !== undefined);
    expect(Object.fromEntries(kept.map(({ handler, warm }) => [handler, warm]))).toEqual({
      ...(authoriser && { 'functions/platform/authorise-api-key.ts': authoriser }),
      ...(catalogue && Object.fromEntries(readers.map(({ handler }) => [handler, catalogue]))),
    });
  });
});

describe('all functions', () => {
  it.each([
    [fullStage, ['{"Mode":"Active"}']],
    [stages.prod, [undefined]],
  ])('are traced only if configured: $tracing', (stage, expected) => {
    const modes = functionsOf(stage).map(({ TracingConfig }) => JSON.stringify(TracingConfig));
    expect([...new Set(modes)]).toEqual(expected);
  });

  it('contain no tracing library, because its segments would contain addresses', () => {
    const libraries = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(libraries.filter((name) => /xray|opentelemetry|powertools\/tracer/.test(name))).toEqual([]);
  });

  // Lambda treats metric lines as INFO. It passes this level to the logger, which prefers it to its own setting.
  it('log at INFO, so that they keep their metrics', () => {
    const functions = functionsOf(stages.prod);
    expect(functions.length).toBeGreaterThan(20);
    expect(JSON.stringify(functions)).not.toContain('LOG_LEVEL');
    for (const properties of functions)
      expect(properties).toMatchObject({ LoggingConfig: { ApplicationLogLevel: 'INFO' } });
  });
});

it('the importer and the publisher have no alias, because they have no traffic to shift', () => {
  expect(resourcesOfType(publishing, 'AWS::Lambda::Function').size).toBeGreaterThan(0);
  expect(resourcesOfType(publishing, 'AWS::Lambda::Alias').size).toBe(0);
});
