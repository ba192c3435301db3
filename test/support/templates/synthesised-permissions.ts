import * as z from 'zod';
import { describeText, resourcesOfType, type SynthesisedTemplate } from './synthesised-stage.ts';

const oneOrMore = <T>(item: z.ZodType<T>) => z.union([z.array(item), item.transform((value) => [value])]);

const statement = z.strictObject({
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore(z.string()),
  Resource: oneOrMore(z.unknown()),
  Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});
type PolicyStatement = z.infer<typeof statement>;

const policyDocument = z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) });

const rolePolicies = z.object({
  Policies: z.array(policyDocument).default([]),
  ManagedPolicyArns: z.array(z.unknown()).default([]),
});

/** Returns a name such as `TablesLocations`, `TablesLocations stream`, `Published/versions/*` or `*`. */
const resourceName = (value: unknown): string =>
  describeText(value)
    .replace('.StreamArn', ' stream')
    .replace('.Arn', '')
    .replace(/^(.+)[0-9A-F]{8}(?=$|[:/])/, '$1');

const policy = policyDocument.extend({ Roles: z.tuple([z.object({ Ref: z.string() })]) });

/** Returns ` if kms:ViaService StringEquals dynamodb.AWS::Region.amazonaws.com` or an empty string. */
const conditionOf = (condition: PolicyStatement['Condition']): string => {
  const terms = Object.entries(condition).flatMap(([operator, values]) =>
    Object.entries(values).map(([key, value]) => `${key} ${operator} ${describeText(value)}`),
  );
  return terms.length === 0 ? '' : ` if ${terms.join(' and ')}`;
};

/** Returns permissions such as `dynamodb:Scan TablesLocations`. Denied ones begin with `never`. */
export const permissionsOf = (template: SynthesisedTemplate, roleId: string): readonly string[] =>
  [
    ...rolePolicies.parse(template.Resources[roleId]?.Properties).Policies,
    ...[...resourcesOfType(template, 'AWS::IAM::Policy').values()]
      .map(({ Properties }) => policy.parse(Properties))
      .filter(({ Roles: [{ Ref }] }) => Ref === roleId),
  ]
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Effect, Action, Resource, Condition }) =>
      Action.flatMap((action) =>
        Resource.map(
          (each) =>
            `${Effect === 'Deny' ? 'never ' : ''}${action} ${resourceName(each)}${conditionOf(Condition)}`,
        ),
      ),
    )
    .toSorted();

const invocation = z.object({ Principal: z.string(), SourceArn: z.unknown().optional() });

/** Actions that do not support resource-level permissions, or that are requested without a resource. */
const withoutResource = new Set([
  // For CodeDeploy, because AWS does not document which alarms it reads. AWS's own policy allows all of them.
  'cloudwatch:DescribeAlarms',
  'dynamodb:ListStreams',
  'xray:PutTelemetryRecords',
  'xray:PutTraceSegments',
]);

/** Permissions on resources whose names are not known in advance. */
const onPatterns = new Set([
  's3:GetObject Published/versions/*',
  's3:PutObject Published/versions/*',
  's3:DeleteObject Published/versions/*',
  's3:GetObject Published/public/map/*',
  's3:PutObject Published/public/map/*',
  's3:DeleteObject Published/public/map/*',
  's3:GetObject Imports/*',
  's3:PutObject Imports/*.report.json',
  // For the portal's files, whose names depend on their content.
  's3:DeleteObject Files/*',
  's3:PutObject Files/*',
  // For EventBridge Scheduler's role, which may invoke all versions of a function.
  'lambda:InvokeFunction PlatformPublishLocations:*',
]);

/** Managed policies that are needed. AWS documents no narrower policy for AWS Backup. */
const managedByNeed = [
  'service-role/AWSBackupServiceRolePolicyForBackup',
  'service-role/AWSBackupServiceRolePolicyForRestores',
];

const faultsOfStatement = ({ Effect, Action, Resource }: PolicyStatement): readonly string[] => {
  if (Effect === 'Deny') return [];
  const wide = Action.filter((action) => action.includes('*')).map((action) => `allows ${action}`);
  const everywhere = Resource.includes('*')
    ? Action.filter((action) => !withoutResource.has(action)).map(
        (action) => `allows ${action} on everything`,
      )
    : [];
  const onUnknown = Resource.map(resourceName)
    .filter((name) => name !== '*' && /[*?]/.test(name))
    .flatMap((name) => Action.map((action) => `${action} ${name}`))
    .filter((permission) => !onPatterns.has(permission))
    .map((permission) => `allows ${permission}`);
  return [...wide, ...everywhere, ...onUnknown];
};

/** Returns descriptions of excessive permissions of a template's roles, each with its resource. */
export const permissionFaults = (template: SynthesisedTemplate): readonly string[] => {
  const named = (id: string, faults: readonly string[]) => faults.map((fault) => `${id} ${fault}`);
  const ofType = (type: string) => [...resourcesOfType(template, type)];
  const inRoles = ofType('AWS::IAM::Role').flatMap(([id, { Properties }]) => {
    const { Policies, ManagedPolicyArns } = rolePolicies.parse(Properties);
    const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const managed = ManagedPolicyArns.map((arn) => JSON.stringify(arn))
      .filter((arn) => !managedByNeed.some((policy) => arn.includes(policy)))
      .map((arn) => `takes over ${arn}`);
    return named(id, [...statements.flatMap(faultsOfStatement), ...managed]);
  });
  const inPolicies = [...ofType('AWS::IAM::Policy'), ...ofType('AWS::IAM::ManagedPolicy')].flatMap(
    ([id, { Properties }]) =>
      named(id, policyDocument.parse(Properties).PolicyDocument.Statement.flatMap(faultsOfStatement)),
  );
  const forAnybody = ofType('AWS::Lambda::Permission').flatMap(([id, { Properties }]) => {
    const { Principal, SourceArn } = invocation.parse(Properties);
    return Principal === '*' || SourceArn === undefined
      ? [`${id} lets ${Principal} invoke from anywhere`]
      : [];
  });
  return [...inRoles, ...inPolicies, ...forAnybody];
};
