import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { PermissionsStack } from '../../../infra/delivery/permissions-stack.ts';
import {
  deployedStage,
  deployGrants,
  deployStatements,
  stageBoundary,
} from '../../../infra/delivery/stage-permissions.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';
import { checked, newApp } from './delivery-app.ts';

const hostedZone = { id: 'Z0123456789ABCDEFGHIJ', name: 'post.example' };
const certificate = (region: string) =>
  `arn:aws:acm:${region}:111122223333:certificate/12345678-1234-1234-1234-123456789012`;
/** Prod with every option on, so that its templates have every type of resource. */
const whole = stageSettings.parse({
  ...stages.prod,
  environment: { account: '111122223333', region: 'eu-west-1' },
  alarmEmails: { page: ['pager@post.example'], ticket: ['duty@post.example'] },
  domain: { name: 'api.post.example', certificateArn: certificate('eu-west-1'), hostedZone },
  portal: {
    domain: { name: 'developers.post.example', certificateArn: certificate('us-east-1'), hostedZone },
  },
  tracing: true,
});

const templates = Object.values(synthesiseStage(whole));

const permissionsOf = (stage: StageSettings) =>
  new PermissionsStack(newApp(), 'Permissions', {
    env: stage.environment,
    deployed: deployedStage(stage),
    policies: deployStatements(stage),
    boundary: stageBoundary(stage),
  });

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

const { template, findings } = checked(permissionsOf(whole));
const policies = Object.values(template.findResources('AWS::IAM::ManagedPolicy')).map(({ Properties }) =>
  managedPolicy.parse(Properties),
);
const statementsOf = (name: string): readonly Statement[] =>
  policies.find(({ ManagedPolicyName }) => ManagedPolicyName === name)?.PolicyDocument.Statement ?? [];
const deploy = ['Data', 'Edge', 'Services'].flatMap((part) => statementsOf(`Waypost-Prod-Deploy${part}`));
const boundary = statementsOf('Waypost-Prod-Boundary');

const matches = (pattern: string, action: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(action);
const allows = (statements: readonly Statement[], action: string): boolean => {
  const effects = statements
    .filter(({ Action }) => Action.some((pattern) => matches(pattern, action)))
    .map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
};

describe('the policies with which CloudFormation deploys a stage', () => {
  it('cover exactly the resource types of the templates', () => {
    const types = new Set(
      templates.flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type)),
    );
    const covered = new Set(deployGrants(whole).flatMap((grant) => grant.types));
    expect([...covered].toSorted()).toEqual([...types].toSorted());
  });

  it('grant no access to whole services, nor to records, objects and messages', () => {
    for (const { Action } of deploy) {
      for (const action of Action) expect(action).toMatch(/^[a-z0-9-]+:(?!\*$)[A-Za-z*]+$/);
    }
    for (const action of [
      'dynamodb:GetItem',
      'dynamodb:Scan',
      's3:PutObject',
      'sqs:ReceiveMessage',
      'sns:Publish',
      'events:PutEvents',
      'backup:StartRestoreJob',
      'backup:DeleteBackupVaultLockConfiguration',
      'secretsmanager:GetSecretValue',
      'sts:AssumeRole',
    ]) {
      expect([action, allows(deploy, action)]).toEqual([action, false]);
    }
  });

  it.each([
    'iam:CreateUser',
    'iam:CreateAccessKey',
    'iam:CreatePolicy',
    'iam:CreatePolicyVersion',
    'iam:DeleteRolePermissionsBoundary',
    'iam:CreateOpenIDConnectProvider',
    'organizations:LeaveOrganization',
  ])('do not allow %s, nor does the boundary', (action) => {
    expect([allows(deploy, action), allows(boundary, action)]).toEqual([false, false]);
  });

  it('allow creating roles only within the boundary, and passing them only to services of the stage', () => {
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
    for (const each of templates) {
      for (const [id, { Properties }] of resourcesOfType(each, 'AWS::IAM::Role')) {
        expect(JSON.stringify(Properties.PermissionsBoundary), id).toContain(
          ':policy/Waypost-Prod-Boundary"',
        );
      }
    }
  });

  it('fit into the 6,144 characters of a managed policy, as does the boundary', () => {
    expect(policies).toHaveLength(4);
    for (const { ManagedPolicyName, PolicyDocument } of policies) {
      const text = JSON.stringify({ Version: '2012-10-17', ...PolicyDocument })
        .replaceAll('{"Ref":"AWS::Partition"}', 'aws')
        .replaceAll('{"Ref":"AWS::AccountId"}', '111122223333')
        .replaceAll('{"Ref":"AWS::Region"}', 'ap-southeast-2')
        .replaceAll(/\{"Fn::Join":\["",\[|\]\]\}/g, '');
      expect(text).not.toContain('{"Ref"');
      expect(text.length, ManagedPolicyName).toBeLessThan(6_144);
    }
  });

  it('break no rule without a recorded reason', () => {
    expect(findings).toEqual([]);
  });
});

describe('the boundary of a stage', () => {
  it('allows every action of the roles in the templates', () => {
    const role = z.object({
      Policies: z
        .array(z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) }))
        .default([]),
    });
    const actions = templates
      .flatMap((each) => [...resourcesOfType(each, 'AWS::IAM::Role').values()])
      .flatMap(({ Properties }) => role.parse(Properties).Policies)
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement.flatMap(({ Action }) => Action));
    expect(actions.length).toBeGreaterThan(50);
    for (const action of actions) expect([action, allows(boundary, action)]).toEqual([action, true]);
  });

  it('denies the deletion of stores that outlive their stack, and only on such a stage', () => {
    const deletions = ['dynamodb:DeleteTable', 'kms:ScheduleKeyDeletion', 's3:DeleteBucket'];
    expect(allows(boundary, 'backup:DeleteRecoveryPoint')).toBe(false);
    expect(allows(boundary, 'backup:DeleteBackupVaultLockConfiguration')).toBe(false);
    for (const action of deletions) expect(allows(boundary, action)).toBe(false);
    const dev = checked(permissionsOf(stages.dev)).template;
    const ofDev = Object.values(dev.findResources('AWS::IAM::ManagedPolicy'))
      .map(({ Properties }) => managedPolicy.parse(Properties))
      .find(({ ManagedPolicyName }) => ManagedPolicyName === 'Waypost-Dev-Boundary');
    for (const action of deletions) expect(allows(ofDev?.PolicyDocument.Statement ?? [], action)).toBe(true);
  });
});

it('a stage is bootstrapped with its own qualifier, policy and boundary', () => {
  const [{ Value }] = Object.values(template.findOutputs('BootstrapArguments')) as [{ Value: unknown }];
  const text = JSON.stringify(Value);
  expect(text).toContain('--qualifier wpprod --toolkit-stack-name Waypost-Prod-Bootstrap');
  expect(text).toContain('--custom-permissions-boundary Waypost-Prod-Boundary aws://111122223333/eu-west-1');
});
