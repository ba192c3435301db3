import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routes } from '../../../infra/routes/routes.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { handlerOf } from '../../support/synthesised-api.ts';
import { resourcesOfType, synthesiseStage } from '../../support/synthesised-stage.ts';

const lambdaFunction = z.object({
  Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});
const oneOrMore = <T>(item: z.ZodType<T>) => z.union([z.array(item), item.transform((value) => [value])]);
const policy = z.object({
  Roles: z.tuple([z.object({ Ref: z.string() })]),
  PolicyDocument: z.object({
    Statement: z.array(
      z.object({
        Effect: z.literal('Allow'),
        Action: oneOrMore(z.string()),
        Resource: oneOrMore(z.unknown()),
      }),
    ),
  }),
});

const { api } = synthesiseStage(stages.prod);
const policies = [...resourcesOfType(api, 'AWS::IAM::Policy').values()].map(({ Properties }) =>
  policy.parse(Properties),
);

const storeNames = [
  'TablesLocations',
  'TablesCapabilities',
  'TablesBillers',
  'TablesEnquiries',
  'TablesApiKeys',
  'Published',
];

/** `dynamodb:GetItem TablesBillers`: the one store that a statement's resource names, `*` where it names none. */
const permission = (action: string, resource: unknown): string => {
  const text = JSON.stringify(resource);
  return `${action} ${storeNames.find((name) => text.includes(name)) ?? text}`;
};

const grantsOf = (functionId: string) => {
  const { Role, Environment } = lambdaFunction.parse(api.Resources[functionId]?.Properties);
  const statements = policies
    .filter(({ Roles: [{ Ref }] }) => Ref === Role['Fn::GetAtt'][0])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  const permissions = statements.flatMap(({ Action, Resource }) =>
    Action.flatMap((action) => Resource.map((resource) => permission(action, resource))),
  );
  return {
    variables: Object.keys(Environment.Variables).filter((name) => !name.startsWith('POWERTOOLS_')),
    permissions: permissions.filter((entry) => !entry.startsWith('logs:')),
    logs: permissions.filter((entry) => entry.startsWith('logs:')),
  };
};

const catalogue = {
  variables: ['CATALOGUE_CHECK_SECONDS', 'PUBLISHED_BUCKET'],
  permissions: ['s3:GetObject Published', 's3:ListBucket Published'],
};
const billers = {
  variables: ['BILLERS_TABLE'],
  permissions: ['dynamodb:GetItem TablesBillers', 'dynamodb:Query TablesBillers'],
};

/** All that each function may have, by its file. */
const granted: Readonly<Record<string, { variables: string[]; permissions: string[] }>> = {
  ...Object.fromEntries(
    routes.filter(({ path }) => path.startsWith('/locations/')).map(({ handler }) => [handler, catalogue]),
  ),
  'functions/bill-management-v1/list-biller-metadata.ts': billers,
  'functions/bill-management-v1/list-bill-types.ts': billers,
  'functions/bill-management-v1/get-biller-metadata-by-code.ts': billers,
  'functions/bill-management-v1/submit-enquiry.ts': {
    variables: ['ENQUIRIES_TABLE'],
    permissions: ['dynamodb:GetItem TablesEnquiries', 'dynamodb:PutItem TablesEnquiries'],
  },
  'functions/bill-management-v1/ping.ts': { variables: [], permissions: [] },
  'functions/bill-management-v1/health.ts': {
    variables: ['BILLERS_TABLE', 'ENQUIRIES_TABLE'],
    permissions: [...billers.permissions, 'dynamodb:GetItem TablesEnquiries'],
  },
  'functions/platform/authorise-api-key.ts': {
    variables: ['API_KEYS_TABLE'],
    permissions: ['dynamodb:GetItem TablesApiKeys'],
  },
  'functions/platform/publish-locations.ts': {
    variables: ['CAPABILITIES_TABLE', 'LOCATIONS_TABLE', 'PUBLISHED_BUCKET'],
    permissions: [
      'dynamodb:Scan TablesCapabilities',
      'dynamodb:Scan TablesLocations',
      's3:GetObject Published',
      's3:ListBucket Published',
      's3:PutObject Published',
    ],
  },
  'functions/platform/refuse-method.ts': { variables: ['ALLOWED_METHODS'], permissions: [] },
  'functions/platform/refuse-path.ts': { variables: [], permissions: [] },
};

const functions = [...resourcesOfType(api, 'AWS::Lambda::Function').keys()].map((id) => ({
  id,
  handler: handlerOf(api, id),
}));

describe('what a function may touch (H10)', () => {
  it('is stated for every function there is', () => {
    expect(functions.map(({ handler }) => handler).toSorted()).toEqual(Object.keys(granted).toSorted());
  });

  it.each(functions)('is no more than its work needs: $handler', ({ id, handler }) => {
    const { variables, permissions, logs } = grantsOf(id);
    expect({ variables: variables.toSorted(), permissions: permissions.toSorted() }).toEqual({
      variables: granted[handler]?.variables.toSorted(),
      permissions: granted[handler]?.permissions.toSorted(),
    });
    expect(logs.every((entry) => entry.includes(`${id.slice(0, -8)}Log`))).toBe(true);
  });

  it('is never anything by way of a policy that AWS manages', () => {
    for (const { Properties } of resourcesOfType(api, 'AWS::IAM::Role').values()) {
      expect(Properties.ManagedPolicyArns).toBeUndefined();
    }
  });
});
