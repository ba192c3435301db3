import { App, Aws, Fn, Stack } from 'aws-cdk-lib';
import { ManagedPolicy, Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routes } from '../../../infra/routes/routes.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { handlerOf } from '../../support/templates/synthesised-api.ts';
import { permissionFaults, permissionsOf } from '../../support/templates/synthesised-permissions.ts';
import {
  parseTemplate,
  resourcesOfType,
  synthesiseStage,
} from '../../support/templates/synthesised-stage.ts';

/** The faults of a template in which something is planted. */
const planted = (plant: (stack: Stack, role: Role) => void): readonly string[] => {
  const stack = new Stack(new App({ analyticsReporting: false }), 'Planted');
  plant(stack, new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }));
  const app = stack.node.root;
  if (!(app instanceof App)) throw new Error('no app');
  return permissionFaults(parseTemplate(app.synth().getStackByName('Planted').template));
};

describe.each([stages.dev, stages.prod])('the permissions of $name (H10)', (stage) => {
  it.each(Object.entries(synthesiseStage(stage)))(
    'name actions and resources in full, in the stack %s',
    (_, template) => {
      expect(permissionFaults(template)).toEqual([]);
    },
  );
});

describe('a fault that is planted is found:', () => {
  it('every action of a service', () => {
    const faults = planted((_, role) =>
      role.addToPolicy(
        new PolicyStatement({ actions: ['dynamodb:*'], resources: ['arn:aws:dynamodb:::table/x'] }),
      ),
    );
    expect(faults).toEqual([expect.stringContaining('allows dynamodb:*')]);
  });

  it('an action on everything', () => {
    const faults = planted((stack, role) => {
      new Policy(stack, 'Wide', {
        roles: [role],
        statements: [new PolicyStatement({ actions: ['dynamodb:GetItem'], resources: ['*'] })],
      });
    });
    expect(faults).toEqual([expect.stringContaining('allows dynamodb:GetItem on everything')]);
  });

  it.each([
    'arn:aws:dynamodb:ap-southeast-2:111122223333:table/*',
    'arn:aws:dynamodb:ap-southeast-2:111122223333:table/waypost-prod-?',
    Fn.join(':', ['arn', Aws.PARTITION, 'dynamodb', Aws.REGION, Aws.ACCOUNT_ID, 'table/*']),
  ])('an action on whatever fits: %s', (pattern) => {
    const faults = planted((_, role) =>
      role.addToPolicy(new PolicyStatement({ actions: ['dynamodb:GetItem'], resources: [pattern] })),
    );
    expect(faults).toEqual([expect.stringMatching(/ allows dynamodb:GetItem \S+table\//)]);
  });

  it('more with reports than to write them', () => {
    const faults = planted((stack, role) => {
      const { bucketArn } = new Bucket(stack, 'Imports');
      const pattern = `${bucketArn}/*.report.json`;
      role.addToPolicy(
        new PolicyStatement({ actions: ['s3:PutObject', 's3:DeleteObject'], resources: [pattern] }),
      );
    });
    expect(faults).toEqual([expect.stringContaining('allows s3:DeleteObject Imports/*.report.json')]);
  });

  it('a policy that AWS manages', () => {
    const faults = planted((_, role) =>
      role.addManagedPolicy(ManagedPolicy.fromAwsManagedPolicyName('AmazonDynamoDBFullAccess')),
    );
    expect(faults).toEqual([expect.stringContaining('AmazonDynamoDBFullAccess')]);
  });
});

describe('what the function of an operation may reach', () => {
  const { api } = synthesiseStage(stages.prod);
  const lambdaFunction = z.object({ Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }) });
  const storeOf = {
    locations: 'TablesLocations',
    capabilities: 'TablesCapabilities',
    billers: 'TablesBillers',
    enquiries: 'TablesEnquiries',
    'api-keys': 'TablesApiKeys',
    published: 'Published',
    imports: 'Imports',
  } as const;
  const storeOfAccess = z
    .string()
    .transform((access) => access.split(':')[0])
    .pipe(z.enum(['locations', 'capabilities', 'billers', 'enquiries', 'api-keys', 'published', 'imports']))
    .transform((store) => storeOf[store]);
  const functionsByHandler = new Map(
    [...resourcesOfType(api, 'AWS::Lambda::Function')].map(([id, { Properties }]) => [
      handlerOf(api, id),
      lambdaFunction.parse(Properties).Role['Fn::GetAtt'][0],
    ]),
  );

  it.each(routes)('is what its route declares: $operationId', ({ handler, access }) => {
    const reached = permissionsOf(api, functionsByHandler.get(handler) ?? '')
      .filter((permission) => /^(dynamodb|s3):/.test(permission))
      .map((permission) => permission.replace(/^\S+ | if .*$/g, '').split('/')[0]);
    const declared = access.map((each) => storeOfAccess.parse(each));
    expect(new Set(reached)).toEqual(new Set(declared));
  });
});
