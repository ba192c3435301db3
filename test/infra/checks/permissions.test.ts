import { App, Aws, Fn, Stack } from 'aws-cdk-lib';
import { ManagedPolicy, Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { stages } from '../../../infra/stages/stages.ts';
import { permissionFaults } from '../../support/templates/synthesised-permissions.ts';
import { parseTemplate, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

describe.each([stages.dev, stages.prod])('the permissions of $name (H10)', (stage) => {
  it.each(Object.entries(synthesiseStage(stage)))('name actions and resources in full: %s', (_, template) => {
    expect(permissionFaults(template)).toEqual([]);
  });
});

const statement = (resource: string, ...actions: string[]) =>
  new PolicyStatement({ actions, resources: [resource] });
const onTable = (resource: string) => (_: Stack, role: Role) =>
  role.addToPolicy(statement(resource, 'dynamodb:GetItem'));

interface PlantedFault {
  readonly fault: string;
  readonly plant: (stack: Stack, role: Role) => void;
  readonly reported: string | RegExp;
}
const onPattern = / allows dynamodb:GetItem \S+table\//;
const plantedFaults: readonly PlantedFault[] = [
  {
    fault: 'every action of a service',
    plant: (_, role) => role.addToPolicy(statement('arn:aws:dynamodb:::table/x', 'dynamodb:*')),
    reported: 'allows dynamodb:*',
  },
  {
    fault: 'an action on every resource, in a separate policy',
    plant: (stack, role) =>
      new Policy(stack, 'Wide', { roles: [role], statements: [statement('*', 'dynamodb:GetItem')] }),
    reported: 'allows dynamodb:GetItem on everything',
  },
  {
    fault: 'a pattern with an asterisk',
    plant: onTable('arn:aws:dynamodb:ap-southeast-2:111122223333:table/*'),
    reported: onPattern,
  },
  {
    fault: 'a pattern with a question mark',
    plant: onTable('arn:aws:dynamodb:ap-southeast-2:111122223333:table/waypost-prod-?'),
    reported: onPattern,
  },
  {
    fault: 'a joined pattern',
    plant: onTable(Fn.join(':', ['arn', Aws.PARTITION, 'dynamodb', Aws.REGION, Aws.ACCOUNT_ID, 'table/*'])),
    reported: onPattern,
  },
  {
    fault: 'deleting reports',
    plant: (stack, role) => {
      const { bucketArn } = new Bucket(stack, 'Imports');
      role.addToPolicy(statement(`${bucketArn}/*.report.json`, 's3:PutObject', 's3:DeleteObject'));
    },
    reported: 'allows s3:DeleteObject Imports/*.report.json',
  },
  {
    fault: 'a policy that AWS manages',
    plant: (_, role) =>
      role.addManagedPolicy(ManagedPolicy.fromAwsManagedPolicyName('AmazonDynamoDBFullAccess')),
    reported: 'AmazonDynamoDBFullAccess',
  },
];

it.each(plantedFaults)('the check reports $fault', ({ plant, reported }) => {
  const app = new App({ analyticsReporting: false });
  const stack = new Stack(app, 'Planted');
  plant(stack, new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }));
  const faults = permissionFaults(parseTemplate(app.synth().getStackByName('Planted').template));
  expect(faults).toEqual([
    typeof reported === 'string' ? expect.stringContaining(reported) : expect.stringMatching(reported),
  ]);
});
