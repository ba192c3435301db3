import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routes } from '../../../../infra/routes/routes.ts';
import type { StageSettings } from '../../../../infra/stages/stage-settings.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import manifest from '../../../../package.json' with { type: 'json' };
import { externalDnsStage, fullStage } from '../../../support/templates/configured-stages.ts';
import { handlerOf } from '../../../support/templates/synthesised-api.ts';
import { permissionsOf } from '../../../support/templates/synthesised-permissions.ts';
import {
  propertiesOf,
  resourcesOfType,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const reference = z.object({ Ref: z.string() });
const attributeOf = <Name extends string>(name: Name) =>
  z
    .object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal(name)]) })
    .transform((each) => each['Fn::GetAtt'][0]);
const liveAlias = z.object({
  Name: z.literal('live'),
  FunctionName: reference,
  FunctionVersion: attributeOf('Version'),
  ProvisionedConcurrencyConfig: z.object({ ProvisionedConcurrentExecutions: z.int() }).optional(),
});
const aliasUpdate = z.object({
  CodeDeployLambdaAliasUpdate: z.strictObject({ ApplicationName: reference, DeploymentGroupName: reference }),
});
const deploymentGroup = z.object({
  ServiceRoleArn: attributeOf('Arn'),
  DeploymentConfigName: z.string(),
  AlarmConfiguration: z.object({ Enabled: z.boolean(), Alarms: z.array(z.object({ Name: reference })) }),
  AutoRollbackConfiguration: z.object({ Enabled: z.literal(true), Events: z.array(z.string()) }),
});

/** Returns the functions with an alias, each with its version and its deployment group. */
const liveFunctions = (template: SynthesisedTemplate) =>
  [...resourcesOfType(template, 'AWS::Lambda::Alias')].map(([aliasId, { Properties, UpdatePolicy }]) => {
    const { FunctionName, FunctionVersion, ProvisionedConcurrencyConfig } = liveAlias.parse(Properties);
    const { DeploymentGroupName } = aliasUpdate.parse(UpdatePolicy).CodeDeployLambdaAliasUpdate;
    return {
      aliasId,
      handler: handlerOf(template, FunctionName.Ref),
      functionId: FunctionName.Ref,
      versionId: FunctionVersion,
      warm: ProvisionedConcurrencyConfig?.ProvisionedConcurrentExecutions,
      groupId: DeploymentGroupName.Ref,
      deployment: deploymentGroup.parse(template.Resources[DeploymentGroupName.Ref]?.Properties),
    };
  });
const liveOn = (...stage: Parameters<typeof synthesiseStage>) => liveFunctions(synthesiseStage(...stage).api);

const functionsOf = (stage: StageSettings) => {
  const { api, publishing } = synthesiseStage(stage);
  return [api, publishing].flatMap((template) => propertiesOf(template, 'AWS::Lambda::Function'));
};

const { api, publishing } = synthesiseStage(stages.prod);
const functionIds = [...resourcesOfType(api, 'AWS::Lambda::Function').keys()];
const live = liveFunctions(api);

describe("the API's functions", () => {
  it('are each invoked through the alias of a published version, which is the only thing that the gateway may invoke', () => {
    const versions = resourcesOfType(api, 'AWS::Lambda::Version');
    expect(live.map(({ functionId }) => functionId).toSorted()).toEqual(functionIds.toSorted());
    for (const { functionId, versionId } of live)
      expect(versions.get(versionId)?.Properties.FunctionName).toEqual({ Ref: functionId });
    const permissions = propertiesOf(api, 'AWS::Lambda::Permission');
    expect(permissions.map(({ FunctionName }) => reference.parse(FunctionName).Ref).toSorted()).toEqual(
      live.map(({ aliasId }) => aliasId).toSorted(),
    );
  });

  it('get a new version only when their configuration changes', () => {
    const versionsOn = (stage: StageSettings) => liveOn(stage).map(({ versionId }) => versionId);
    const before = versionsOn(stages.prod);
    expect(versionsOn(externalDnsStage)).toEqual(before);
    expect(versionsOn(fullStage).filter((version) => before.includes(version))).toEqual([]);
  });

  it.each<[string, StageSettings, { authoriser?: number; catalogue?: number }]>([
    ['the authoriser in production', stages.prod, { authoriser: 1 }],
    ['none in development', stages.dev, {}],
    ['catalogues if configured', fullStage, { authoriser: 3, catalogue: 2 }],
  ])('are kept warm as configured: %s', (_, stage, { authoriser, catalogue }) => {
    const readers = routes.filter(({ access }) => access.includes('published:read'));
    const kept = liveOn(stage).filter(({ warm }) => warm !== undefined);
    expect(Object.fromEntries(kept.map(({ handler, warm }) => [handler, warm]))).toEqual({
      ...(authoriser && { 'functions/platform/authorise-api-key.ts': authoriser }),
      ...(catalogue && Object.fromEntries(readers.map(({ handler }) => [handler, catalogue]))),
    });
  });
});

describe('a new version of a function', () => {
  const despiteAlarms = liveOn(fullStage, { despiteAlarms: 'true' });

  it('shifts traffic as configured, slowly enough for alarms on AWS', () => {
    expect(new Set(live.map(({ groupId }) => groupId)).size).toBe(functionIds.length);
    const shiftsOf = (functions: typeof live) => [
      ...new Set(functions.map(({ deployment }) => deployment.DeploymentConfigName)),
    ];
    expect(shiftsOf(live)).toEqual(['CodeDeployDefault.LambdaCanary10Percent5Minutes']);
    expect(shiftsOf(despiteAlarms)).toEqual(['CodeDeployDefault.LambdaLinear10PercentEvery1Minute']);
    expect(shiftsOf(liveOn(stages.dev))).not.toContain('CodeDeployDefault.LambdaAllAtOnce');
  });

  it.each(live)(
    'is rolled back if its deployment fails or is stopped, or by the alarms of the API and of its service: $handler',
    ({ handler, deployment }) => {
      const [, service] = handler.split('/');
      const ofService = [
        `waypost-prod-functions-failing-${service}`,
        // The other functions of the platform only return 404 and 405.
        ...(service === 'platform' ? [] : [`waypost-prod-answers-failing-${service}`]),
      ];
      // Lambda counts rejected keys as errors of the authoriser.
      const isAuthoriser = handler === 'functions/platform/authorise-api-key.ts';
      const { Alarms, Enabled } = deployment.AlarmConfiguration;
      expect(Enabled).toBe(true);
      expect(Alarms.map(({ Name }) => api.Resources[Name.Ref]?.Properties.AlarmName)).toEqual([
        'waypost-prod-api-errors',
        ...(isAuthoriser ? ['waypost-prod-authoriser-failing'] : ofService),
      ]);
      const causes = ['FAILURE', 'STOP_ON_REQUEST', 'STOP_ON_ALARM'].map((cause) => `DEPLOYMENT_${cause}`);
      expect(deployment.AutoRollbackConfiguration.Events).toEqual(causes);
    },
  );

  it('ignores alarms if despiteAlarms is set in the context, so that fixes can be deployed', () => {
    for (const { deployment } of despiteAlarms) expect(deployment.AlarmConfiguration.Enabled).toBe(false);
    expect(() => synthesiseStage(stages.prod, { despiteAlarms: 'perhaps' })).toThrow(/true or false/);
  });

  it('is shifted by a role that may only shift these functions and read alarms', () => {
    const role = live[0]?.deployment.ServiceRoleArn ?? '';
    expect(api.Resources[role]?.Properties.ManagedPolicyArns).toBeUndefined();
    const actions = ['GetAlias', 'GetProvisionedConcurrencyConfig', 'UpdateAlias'];
    const onFunctions = functionIds
      .map((id) => id.slice(0, -8))
      .flatMap((name) =>
        actions.flatMap((action) => [`lambda:${action} ${name}`, `lambda:${action} ${name}:live`]),
      );
    expect(permissionsOf(api, role)).toEqual(['cloudwatch:DescribeAlarms *', ...onFunctions].toSorted());
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
  expect(resourcesOfType(publishing, 'AWS::Lambda::Alias').size).toBe(0);
});
