import { App, Aws, Fn, Stack } from 'aws-cdk-lib';
import { ManagedPolicy, Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { stages } from '../../../infra/stages/stages.ts';
import { permissionFaults } from '../../support/templates/synthesised-permissions.ts';
import { parseTemplate, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

describe.each([stages.dev, stages.prod])('the permissions of $name (H10)', (stage) => {
  it.each(Object.entries(synthesiseStage(stage)))('list actions and resources in full: %s', (_, template) => {
    expect(permissionFaults(template)).toEqual([]);
  });
});

const statement = (resource: string, ...actions: string[]) =>
  new PolicyStatement({ actions, resources: [resource] });
const onTable = (resource: string) => (_: Stack, role: Role) =>
  role.addToPolicy(statement(resource, 'dynamodb:GetItem'));
const onPattern = / allows dynamodb:GetItem \S+table\//;
const tables = 'arn:aws:dynamodb:ap-southeast-2:111122223333:table';
const joined = Fn.join(':', ['arn', Aws.PARTITION, 'dynamodb', Aws.REGION, Aws.ACCOUNT_ID, 'table/*']);

type Plant = (stack: Stack, role: Role) => void;
const allActions: Plant = (_, role) => role.addToPolicy(statement(`${tables}/x`, 'dynamodb:*'));
const separatePolicy: Plant = (stack, role) =>
  new Policy(stack, 'Wide', { roles: [role], statements: [statement('*', 'dynamodb:GetItem')] });
const deleteReports: Plant = (stack, role) => {
  const { bucketArn } = new Bucket(stack, 'Imports');
  role.addToPolicy(statement(`${bucketArn}/*.report.json`, 's3:PutObject', 's3:DeleteObject'));
};
const managedPolicy: Plant = (_, role) =>
  role.addManagedPolicy(ManagedPolicy.fromAwsManagedPolicyName('AmazonDynamoDBFullAccess'));

it.each<[string, Plant, RegExp]>([
  ['access to every action of a service', allActions, /allows dynamodb:\*/],
  ['access to every resource, in a separate policy', separatePolicy, /GetItem on everything/],
  ['a pattern with an asterisk', onTable(`${tables}/*`), onPattern],
  ['a pattern with a question mark', onTable(`${tables}/waypost-prod-?`), onPattern],
  ['a joined pattern', onTable(joined), onPattern],
  ['permission to delete reports', deleteReports, /allows s3:DeleteObject Imports\/\*\.report\.json/],
  ['an AWS managed policy', managedPolicy, /AmazonDynamoDBFullAccess/],
])('the check reports %s', (_, plant, reported) => {
  const app = new App({ analyticsReporting: false, builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Planted');
  plant(stack, new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }));
  const faults = permissionFaults(parseTemplate(app.synth().getStackByName('Planted').template));
  expect(faults).toEqual([expect.stringMatching(reported)]);
});
