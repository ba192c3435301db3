import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { fullStage } from '../../../support/templates/configured-stages.ts';
import { handlerOf } from '../../../support/templates/synthesised-api.ts';
import { permissionsOf } from '../../../support/templates/synthesised-permissions.ts';
import {
  resourcesOfType,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const reference = z.object({ Ref: z.string() });
const deploymentGroup = z.object({
  ServiceRoleArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
  DeploymentConfigName: z.string(),
  AlarmConfiguration: z.object({ Enabled: z.boolean(), Alarms: z.array(z.object({ Name: reference })) }),
  AutoRollbackConfiguration: z.object({ Enabled: z.literal(true), Events: z.array(z.string()) }),
});
const aliasUpdate = z.object({
  CodeDeployLambdaAliasUpdate: z.strictObject({ ApplicationName: reference, DeploymentGroupName: reference }),
});
const alias = z.object({ FunctionName: reference });

const deploymentsIn = (template: SynthesisedTemplate) =>
  new Map(
    [...resourcesOfType(template, 'AWS::Lambda::Alias').values()].map(({ Properties, UpdatePolicy }) => {
      const { DeploymentGroupName } = aliasUpdate.parse(UpdatePolicy).CodeDeployLambdaAliasUpdate;
      const group = deploymentGroup.parse(template.Resources[DeploymentGroupName.Ref]?.Properties);
      const alarms = group.AlarmConfiguration.Alarms.map(
        ({ Name }) => template.Resources[Name.Ref]?.Properties.AlarmName,
      );
      const handler = handlerOf(template, alias.parse(Properties).FunctionName.Ref);
      return [handler, { ...group, groupId: DeploymentGroupName.Ref, alarms }];
    }),
  );

const { api } = synthesiseStage(stages.prod);
const deployments = deploymentsIn(api);

const inDevelopment = deploymentsIn(synthesiseStage(stages.dev).api);
const despiteAlarms = deploymentsIn(synthesiseStage(fullStage, { despiteAlarms: 'true' }).api);

const shiftsOf = (functions: ReturnType<typeof deploymentsIn>) =>
  new Set([...functions.values()].map(({ DeploymentConfigName }) => DeploymentConfigName));

describe('a new version of a function', () => {
  it('has its own deployment group', () => {
    const groups = new Set([...deployments.values()].map(({ groupId }) => groupId));
    expect(groups.size).toBe(resourcesOfType(api, 'AWS::Lambda::Function').size);
  });

  it('shifts traffic as configured, slowly enough for alarms on AWS', () => {
    expect(shiftsOf(deployments)).toEqual(new Set(['CodeDeployDefault.LambdaCanary10Percent5Minutes']));
    expect(shiftsOf(despiteAlarms)).toEqual(new Set(['CodeDeployDefault.LambdaLinear10PercentEvery1Minute']));
    for (const shifts of [deployments, inDevelopment].map(shiftsOf)) {
      expect([...shifts]).not.toContain('CodeDeployDefault.LambdaAllAtOnce');
    }
  });

  it('is rolled back when its deployment fails or is stopped, or an alarm is raised', () => {
    for (const deployment of deployments.values())
      expect(deployment).toMatchObject({
        AutoRollbackConfiguration: {
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
        AlarmConfiguration: { Enabled: true },
      });
  });

  it.each([...deployments.keys()])(
    'is rolled back by the alarms of the API and of its service: %s',
    (handler) => {
      const [, service] = handler.split('/');
      const ofService = [
        `waypost-prod-functions-failing-${service}`,
        // The other functions of the platform only return 404 and 405.
        ...(service === 'platform' ? [] : [`waypost-prod-answers-failing-${service}`]),
      ];
      // Lambda counts rejected keys as errors of the authoriser.
      const isAuthoriser = handler === 'functions/platform/authorise-api-key.ts';
      expect(deployments.get(handler)?.alarms).toEqual([
        'waypost-prod-api-errors',
        ...(isAuthoriser ? ['waypost-prod-authoriser-failing'] : ofService),
      ]);
    },
  );

  it('ignores alarms if despiteAlarms is set in the context, so that fixes can be deployed', () => {
    for (const { AlarmConfiguration } of despiteAlarms.values())
      expect(AlarmConfiguration.Enabled).toBe(false);
    expect(() => synthesiseStage(stages.prod, { despiteAlarms: 'perhaps' })).toThrow(/true or false/);
  });
});

it('the role that shifts traffic may only shift these functions and read alarms', () => {
  const [role = ''] = [...deployments.values()].map(({ ServiceRoleArn }) => ServiceRoleArn['Fn::GetAtt'][0]);
  const functions = [...resourcesOfType(api, 'AWS::Lambda::Function').keys()].map((id) => id.slice(0, -8));
  expect(api.Resources[role]?.Properties.ManagedPolicyArns).toBeUndefined();
  expect(permissionsOf(api, role)).toEqual(
    [
      'cloudwatch:DescribeAlarms *',
      ...functions.flatMap((name) =>
        ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'].flatMap(
          (action) => [`${action} ${name}`, `${action} ${name}:live`],
        ),
      ),
    ].toSorted(),
  );
});
