import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { PermissionsStack, StagePermissionsStack } from '../../../infra/delivery/permissions-stack.ts';
import {
  deployedPipeline,
  pipelineBoundary,
  pipelineStatements,
} from '../../../infra/delivery/pipeline-permissions.ts';
import { deployGrants } from '../../../infra/delivery/stage-permissions.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { fullStage } from '../../support/templates/configured-stages.ts';
import { propertiesOf, synthesiseStage } from '../../support/templates/synthesised-stage.ts';
import { checked, newApp } from './delivery-app.ts';

const whole: StageSettings = { ...fullStage, environment: { account: '111122223333', region: 'eu-west-1' } };

const templates = Object.values(synthesiseStage(whole));
const allOfType = (type: string) => templates.flatMap((each) => propertiesOf(each, type));

const oneOrMore = z.union([z.array(z.string()), z.string().transform((text) => [text])]);
const statement = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: z.unknown(),
  Condition: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});
const managedPolicy = z.object({
  ManagedPolicyName: z.string(),
  PolicyDocument: z.object({ Statement: z.array(statement) }),
});
type Statement = z.infer<typeof statement>;

const policiesOf = (permissions: PermissionsStack) => {
  const { template, findings } = checked(permissions);
  const policies = Object.values(template.findResources('AWS::IAM::ManagedPolicy')).map(({ Properties }) =>
    managedPolicy.parse(Properties),
  );
  const statementsOf = (name: string): readonly Statement[] =>
    policies.find(({ ManagedPolicyName }) => ManagedPolicyName === name)?.PolicyDocument.Statement ?? [];
  return { template, findings, policies, statementsOf };
};
const { template, findings, policies, statementsOf } = policiesOf(new StagePermissionsStack(newApp(), whole));
const dev = policiesOf(new StagePermissionsStack(newApp(), stages.dev));
const deploy = ['Data', 'Edge', 'Services'].flatMap((part) => statementsOf(`Waypost-Prod-Deploy${part}`));
const boundary = statementsOf('Waypost-Prod-Boundary');
const boundaryOfDev = dev.statementsOf('Waypost-Dev-Boundary');

const references: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::AccountId': '111122223333',
  'AWS::Region': 'eu-west-1',
};
const part = z.union([
  z.string(),
  z.object({ Ref: z.string() }).transform(({ Ref }) => references[Ref] ?? Ref),
]);
const arn = z.union([
  z.string(),
  z
    .object({ 'Fn::Join': z.tuple([z.literal(''), z.array(part)]) })
    .transform((join) => join['Fn::Join'][1].join('')),
]);
const arns = z.union([z.array(arn), arn.transform((each) => [each])]);

const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text);
/**
 * Whether an action is allowed on a resource or, if none is given, on any resource. Conditional denials are ignored.
 */
const allows = (statements: readonly Statement[], action: string, resource?: string): boolean => {
  const concerns = ({ Effect, Resource, Condition }: Statement): boolean => {
    if (Effect === 'Deny' && Condition) return false;
    const patterns = arns.parse(Resource);
    if (resource === undefined) return Effect === 'Allow' || patterns.includes('*');
    return patterns.some((pattern) => matches(pattern, resource));
  };
  const effects = statements
    .filter(({ Action }) => Action.some((pattern) => matches(pattern, action)))
    .filter(concerns)
    .map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
};

const namesIn = (text: string): readonly string[] => text.trim().split(/\s+/);
/** Returns the actions in a list that are not allowed on any resource. */
const notAllowed = (statements: readonly Statement[], actions: string) =>
  namesIn(actions).filter((action) => !allows(statements, action));

describe('the policies with which CloudFormation deploys a stage', () => {
  it('cover exactly the resource types of the templates', () => {
    const types = new Set(
      templates.flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type)),
    );
    const covered = new Set(deployGrants(whole).flatMap((grant) => grant.types));
    expect([...covered].toSorted()).toEqual([...types].toSorted());
  });

  /** Action that creates a resource whose name the templates set, and the part of its ARN after the account. */
  const creations: Readonly<Record<string, (name: string) => readonly [action: string, resource: string]>> = {
    'AWS::Backup::BackupVault': (name) => ['backup:CreateBackupVault', `backup-vault:${name}`],
    'AWS::Budgets::Budget': (name) => ['budgets:ModifyBudget', `budget/${name}`],
    'AWS::CloudWatch::Alarm': (name) => ['cloudwatch:PutMetricAlarm', `alarm:${name}`],
    'AWS::CloudWatch::CompositeAlarm': (name) => ['cloudwatch:PutCompositeAlarm', `alarm:${name}`],
    'AWS::CloudWatch::Dashboard': (name) => ['cloudwatch:PutDashboard', `dashboard/${name}`],
    'AWS::CodeDeploy::Application': (name) => ['codedeploy:CreateApplication', `application:${name}`],
    'AWS::Events::EventBus': (name) => ['events:CreateEventBus', `event-bus/${name}`],
    'AWS::KMS::Alias': (name) => ['kms:CreateAlias', name],
    'AWS::Logs::LogGroup': (name) => ['logs:CreateLogGroup', `log-group:${name}`],
    'AWS::Scheduler::ScheduleGroup': (name) => ['scheduler:CreateScheduleGroup', `schedule-group/${name}`],
  };
  const budget = z.object({ Budget: z.object({ BudgetName: z.string().optional() }).default({}) });
  /** Types whose ARNs contain generated ids, and IAM policies, which are part of their roles. */
  const withoutNames = /^AWS::(ApiGateway|CloudFront|IAM|Lambda|Route53|WAFv2)::/;

  it('cover the names that the templates set', () => {
    const checkedTypes = new Set<string>();
    for (const { Resources } of templates)
      for (const [id, { Type, Properties }] of Object.entries(Resources)) {
        const { BudgetName } = budget.parse(Properties).Budget;
        const name =
          Properties[`${Type.split('::')[2]}Name`] ?? Properties.AlarmName ?? BudgetName ?? Properties.Name;
        if (typeof name !== 'string' || withoutNames.test(Type)) continue;
        const [action, resource] = creations[Type]?.(name) ?? expect.fail(`${id}: how is a ${Type} created?`);
        const [service] = action.split(':');
        const isGlobal = /Dashboard|Budget/.test(Type);
        const arn = `arn:aws:${service}:${isGlobal ? '' : 'eu-west-1'}:111122223333:${resource}`;
        expect([id, allows(deploy, action, arn)]).toEqual([id, true]);
        checkedTypes.add(Type);
      }
    expect([...checkedTypes].toSorted()).toEqual(Object.keys(creations));
    // A group's name is generated below the name of its application.
    const group = 'arn:aws:codedeploy:eu-west-1:111122223333:deploymentgroup:waypost-prod/Waypost-Prod-Api-1';
    expect(allows(deploy, 'codedeploy:CreateDeploymentGroup', group)).toBe(true);
    expect(allows(boundaryOfDev, 'codedeploy:CreateDeploymentGroup', group)).toBe(false);
  });

  it('grant actions for which IAM supports no resource on all resources', () => {
    const onEverything = deploy.filter(({ Resource }) => Resource === '*');
    const unrestrictable = `
      backup-storage:MountCapsule codedeploy:GetDeploymentTarget codedeploy:StopDeployment kms:CreateKey
      kms:ListAliases lambda:CreateEventSourceMapping logs:CreateLogDelivery logs:DescribeLogGroups
      logs:ListLogDeliveries logs:PutResourcePolicy`;
    expect(notAllowed(onEverything, unrestrictable)).toEqual([]);
  });

  it('grant no access to whole services, or to records, objects and messages', () => {
    for (const action of deploy.flatMap(({ Action }) => Action))
      expect(action).toMatch(/^[a-z0-9-]+:(?!\*$)[A-Za-z*]+$/);
    const denied = `
      dynamodb:GetItem dynamodb:Scan s3:PutObject sqs:ReceiveMessage sns:Publish events:PutEvents
      backup:StartRestoreJob backup:DeleteBackupVaultLockConfiguration secretsmanager:GetSecretValue sts:AssumeRole`;
    expect(notAllowed(deploy, denied)).toEqual(namesIn(denied));
  });

  it('do not allow creating users or policies or leaving the boundary, and neither does the boundary', () => {
    const denied = `
      iam:CreateUser iam:CreateAccessKey iam:CreatePolicy iam:CreatePolicyVersion iam:DeleteRolePermissionsBoundary
      iam:CreateOpenIDConnectProvider organizations:LeaveOrganization`;
    for (const statements of [deploy, boundary])
      expect(notAllowed(statements, denied)).toEqual(namesIn(denied));
  });

  it('allow creating roles only within the boundary, and passing them only to services that the stage uses', () => {
    const withRoles = [...deploy, ...boundary].filter(({ Action }) =>
      Action.some((action) => /^iam:(Create|Put|Attach|Pass)/.test(action)),
    );
    expect(withRoles.length).toBeGreaterThan(5);
    for (const { Action, Condition } of withRoles) {
      const keys = Object.values(Condition ?? {}).flatMap((each) => Object.keys(each));
      const required = Action.includes('iam:PassRole')
        ? 'iam:PassedToService'
        : Action.includes('iam:CreateServiceLinkedRole')
          ? 'iam:AWSServiceName'
          : 'iam:PermissionsBoundary';
      expect(keys).toContain(required);
    }
    for (const { PermissionsBoundary } of allOfType('AWS::IAM::Role'))
      expect(JSON.stringify(PermissionsBoundary)).toContain(':policy/Waypost-Prod-Boundary"');
  });

  it("fit into the 6,144 characters of a managed policy, as do the boundary and the pipeline's policies", () => {
    const connectionArn =
      'arn:aws:codeconnections:eu-west-1:111122223333:connection/12345678-1234-1234-1234-123456789012';
    const pipeline = new PermissionsStack(newApp(), 'Permissions', {
      deployed: deployedPipeline,
      policies: pipelineStatements(connectionArn),
      boundary: pipelineBoundary(connectionArn),
    });
    const all = [...policies, ...dev.policies, ...policiesOf(pipeline).policies];
    expect(all).toHaveLength(10);
    for (const { ManagedPolicyName, PolicyDocument } of all) {
      const text = JSON.stringify({ Version: '2012-10-17', ...PolicyDocument })
        .replaceAll('{"Ref":"AWS::Partition"}', 'aws')
        .replaceAll('{"Ref":"AWS::AccountId"}', '111122223333')
        .replaceAll('{"Ref":"AWS::Region"}', 'ap-southeast-2')
        .replaceAll(/\{"Fn::Join":\["",\[|\]\]\}/g, '');
      expect(text).not.toContain('{"Ref"');
      expect(text.length, ManagedPolicyName).toBeLessThan(6_144);
    }
  });

  it("tag only keys that belong to no stage, and only with the stage's tag", () => {
    const taggers = deploy.filter(
      ({ Action, Condition }) =>
        Action.includes('kms:TagResource') && !Condition?.StringEquals?.['aws:ResourceTag/waypost:stage'],
    );
    expect(taggers.map(({ Condition }) => Condition)).toEqual([
      {
        StringEquals: { 'aws:RequestTag/waypost:stage': 'prod' },
        Null: { 'aws:ResourceTag/waypost:stage': 'true' },
      },
    ]);
  });

  it('tag event source mappings, although the requests do not contain the function', () => {
    const mapping = 'arn:aws:lambda:eu-west-1:111122223333:event-source-mapping:0f';
    const unconditional = deploy.filter(({ Condition }) => !Condition);
    for (const action of ['lambda:TagResource', 'lambda:UntagResource', 'lambda:ListTags'])
      expect(allows(unconditional, action, mapping), action).toBe(true);
    expect(allows(unconditional, 'lambda:UpdateEventSourceMapping', mapping)).toBe(false);
  });
});

describe("a stage's boundary", () => {
  it('allows every action of the roles in the templates', () => {
    const policy = z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) });
    const role = z.object({ Policies: z.array(policy).default([]) });
    const inline = allOfType('AWS::IAM::Role').flatMap((each) => role.parse(each).Policies);
    const attached = allOfType('AWS::IAM::Policy').map((each) => policy.parse(each));
    expect(attached.length).toBeGreaterThan(0);
    const actions = [...inline, ...attached].flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.flatMap(({ Action }) => Action),
    );
    expect(actions.length).toBeGreaterThan(50);
    expect(actions.filter((action) => !allows(boundary, action))).toEqual([]);
  });

  it.each([
    ['dynamodb:DeleteTable', false, true],
    ['kms:ScheduleKeyDeletion', false, true],
    ['s3:DeleteBucket', false, true],
    ['backup:DeleteBackupVault', false, false],
    ['backup:DeleteBackupVaultLockConfiguration', false, false],
    // AWS Backup deletes expired backups, and CloudFormation bucket policies.
    ['backup:DeleteRecoveryPoint', true, false],
    ['s3:DeleteBucketPolicy', true, true],
  ])(
    'protects stores that outlive their stack from %s: allowed on prod %s, on dev %s',
    (action, onProd, onDev) => {
      expect([allows(boundary, action), allows(boundaryOfDev, action)]).toEqual([onProd, onDev]);
    },
  );

  const inAccount = 'eu-west-1:111122223333';
  it.each([
    ['dynamodb:GetItem', `dynamodb:${inAccount}:table/Waypost-STAGE-Data-TablesEnquiries-1`],
    ['dynamodb:Query', `dynamodb:${inAccount}:table/Waypost-STAGE-Data-TablesEnquiries-1/index/byStatus`],
    ['dynamodb:GetRecords', `dynamodb:${inAccount}:table/Waypost-STAGE-Data-TablesEnquiries-1/stream/2026`],
    ['s3:GetObject', 's3:::waypost-STAGE-data-imports-1/locations/all.ndjson'],
    ['s3:PutObject', 's3:::cdk-wpSTAGE-assets-111122223333-eu-west-1/code.zip'],
    ['sqs:ReceiveMessage', `sqs:${inAccount}:Waypost-STAGE-Data-Undelivered-1`],
    ['sns:Publish', `sns:${inAccount}:Waypost-STAGE-Watch-Page-1`],
    ['events:PutRule', `events:${inAccount}:rule/waypost-STAGE/crm`],
    ['events:PutEvents', `events:${inAccount}:event-bus/waypost-STAGE`],
    ['lambda:InvokeFunction', `lambda:${inAccount}:function:Waypost-STAGE-Api-1`],
    ['cloudformation:DescribeStacks', `cloudformation:${inAccount}:stack/Waypost-STAGE-Data/1`],
    ['logs:FilterLogEvents', `logs:${inAccount}:log-group:Waypost-STAGE-Api-1:*`],
  ])('allows %s on %s only to the stage itself', (action, name) => {
    const arnFor = (stage: string) =>
      `arn:aws:${name.replace('Waypost-STAGE', `Waypost-${stage}`).replace('STAGE', stage.toLowerCase())}`;
    const allowedOn = (stage: string) =>
      [boundaryOfDev, boundary].map((each) => allows(each, action, arnFor(stage)));
    expect([allowedOn('Dev'), allowedOn('Prod')]).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it.each([
    ['cloudformation:UpdateStack', 'cloudformation:eu-west-1:111122223333:stack/Waypost-Delivery-GitHub/1'],
    ['ssm:PutParameter', 'ssm:eu-west-1:111122223333:parameter/cdk-bootstrap/wppipe/version'],
    ['s3:PutObject', 's3:::waypost-pipeline-releaseartefacts-1/assembly'],
    ['s3:PutObject', 's3:::cdk-wppipe-assets-111122223333-eu-west-1/code.zip'],
  ])('does not allow %s on %s, because a stage could use it to deploy other stages', (action, name) => {
    expect(allows(boundary, action, `arn:aws:${name}`)).toBe(false);
  });

  it("denies access to keys with another stage's tag", () => {
    expect(boundaryOfDev).toContainEqual({
      Effect: 'Deny',
      Action: ['kms:*'],
      Resource: '*',
      Condition: {
        StringNotEquals: { 'aws:ResourceTag/waypost:stage': 'dev' },
        Null: { 'aws:ResourceTag/waypost:stage': 'false' },
      },
    });
  });
});

it("a stage's permissions break no rule, and fit into the 51,200 bytes of a template that the CDK CLI sends without a bucket", () => {
  expect(findings).toEqual([]);
  // The CLI sends YAML, which is shorter than JSON with indentation.
  expect(JSON.stringify(template.toJSON(), undefined, 1).length).toBeLessThan(51_200);
});

describe("API Gateway's logging role", () => {
  const setting = 'AWS::ApiGateway::Account';

  it("has no stage's boundary, is outside of the stages' reach, and is retained with the setting", () => {
    const roles = template.findResources('AWS::IAM::Role');
    const [[id = '', role] = []] = Object.entries(roles);
    expect(Object.keys(roles)).toEqual([id]);
    const retained = { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' };
    expect(role).toMatchObject(retained);
    expect(role?.Properties).not.toHaveProperty('PermissionsBoundary');
    template.hasResource(setting, {
      ...retained,
      Properties: { CloudWatchRoleArn: { 'Fn::GetAtt': [id, 'Arn'] } },
    });
    const arn = `arn:aws:iam::111122223333:role${role?.Properties.Path}Waypost-Prod-Permissions-1`;
    for (const action of ['iam:DeleteRole', 'iam:UpdateAssumeRolePolicy', 'iam:PassRole'])
      expect(allows(deploy, action, arn), action).toBe(false);
  });

  it('is not set by a stage, whose roles cannot write the log of another stage', () => {
    expect(allOfType(setting)).toEqual([]);
    expect(allows(deploy, 'apigateway:PATCH', 'arn:aws:apigateway:eu-west-1::/account')).toBe(false);
  });
});

it('a stage is bootstrapped with its own qualifier, policy and boundary', () => {
  const [{ Value }] = Object.values(template.findOutputs('BootstrapArguments')) as [{ Value: unknown }];
  const text = JSON.stringify(Value);
  expect(text).toContain('--qualifier wpprod --toolkit-stack-name Waypost-Prod-Bootstrap');
  expect(text).toContain('--custom-permissions-boundary Waypost-Prod-Boundary aws://111122223333/eu-west-1');
});
