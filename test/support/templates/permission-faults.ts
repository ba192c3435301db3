import * as z from 'zod';
import { type PolicyStatement, policyDocument, resourceName, rolePolicies } from './policy-document.ts';
import { resourcesOfType, type SynthesisedTemplate } from './synthesised-stage.ts';

const invocation = z.object({ Principal: z.string(), SourceArn: z.unknown().optional() });

/** Actions without resource-level permissions, or requested without a resource. */
const withoutResource = new Set([
  // CodeDeploy's own: which alarms it asks for is not documented, and AWS's policy for it names all as well.
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
  's3:GetObject Imports/*',
  's3:PutObject Imports/*.report.json',
  // Files of the portal, named by their content.
  's3:DeleteObject Files/*',
  's3:PutObject Files/*',
  // All versions of a function, for EventBridge Scheduler's role.
  'lambda:InvokeFunction PlatformPublishLocations:*',
]);

/** Managed policy that API Gateway requires to write logs for the account. */
const managedByNeed = 'service-role/AmazonAPIGatewayPushToCloudWatchLogs';

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

/** Describes permissions of a template's roles beyond what they need, each with its resource. */
export const permissionFaults = (template: SynthesisedTemplate): readonly string[] => {
  const named = (id: string, faults: readonly string[]) => faults.map((fault) => `${id} ${fault}`);
  const ofType = (type: string) => [...resourcesOfType(template, type)];
  const inRoles = ofType('AWS::IAM::Role').flatMap(([id, { Properties }]) => {
    const { Policies, ManagedPolicyArns } = rolePolicies.parse(Properties);
    const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const managed = ManagedPolicyArns.map((arn) => JSON.stringify(arn))
      .filter((arn) => !arn.includes(managedByNeed))
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
