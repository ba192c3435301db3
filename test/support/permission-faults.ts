import * as z from 'zod';
import { resourcesOfType, type SynthesisedTemplate } from './synthesised-stage.ts';

const oneOrMore = <T>(item: z.ZodType<T>) => z.union([z.array(item), item.transform((value) => [value])]);
const statement = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore(z.string()),
  Resource: oneOrMore(z.unknown()),
});
const document = z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) });
const role = z.object({
  Policies: z.array(document).default([]),
  ManagedPolicyArns: z.array(z.unknown()).default([]),
});
const invocation = z.object({ Principal: z.string(), SourceArn: z.unknown().optional() });

/** Actions that know no resource but all, or are asked for without one. */
const withoutResource = new Set([
  // CodeDeploy's own: which alarms it asks for is not documented, and AWS's policy for it names all as well.
  'cloudwatch:DescribeAlarms',
  'dynamodb:ListStreams',
  'xray:PutTelemetryRecords',
  'xray:PutTraceSegments',
]);

/** API Gateway takes no other for its account-wide right to write logs. */
const managedByNeed = 'service-role/AmazonAPIGatewayPushToCloudWatchLogs';

const faultsOfStatement = ({ Effect, Action, Resource }: z.infer<typeof statement>): readonly string[] => {
  if (Effect === 'Deny') return [];
  const wide = Action.filter((action) => action.includes('*')).map((action) => `allows ${action}`);
  const everywhere = Resource.includes('*')
    ? Action.filter((action) => !withoutResource.has(action)).map(
        (action) => `allows ${action} on everything`,
      )
    : [];
  return [...wide, ...everywhere];
};

/** What a template lets its roles do beyond what they need, in words, each with the resource that says so. */
export const permissionFaults = (template: SynthesisedTemplate): readonly string[] => {
  const named = (id: string, faults: readonly string[]) => faults.map((fault) => `${id} ${fault}`);
  const ofType = (type: string) => [...resourcesOfType(template, type)];
  const inRoles = ofType('AWS::IAM::Role').flatMap(([id, { Properties }]) => {
    const { Policies, ManagedPolicyArns } = role.parse(Properties);
    const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const managed = ManagedPolicyArns.map((arn) => JSON.stringify(arn))
      .filter((arn) => !arn.includes(managedByNeed))
      .map((arn) => `takes over ${arn}`);
    return named(id, [...statements.flatMap(faultsOfStatement), ...managed]);
  });
  const inPolicies = [...ofType('AWS::IAM::Policy'), ...ofType('AWS::IAM::ManagedPolicy')].flatMap(
    ([id, { Properties }]) =>
      named(id, document.parse(Properties).PolicyDocument.Statement.flatMap(faultsOfStatement)),
  );
  const forAnybody = ofType('AWS::Lambda::Permission').flatMap(([id, { Properties }]) => {
    const { Principal, SourceArn } = invocation.parse(Properties);
    return Principal === '*' || SourceArn === undefined
      ? [`${id} lets ${Principal} invoke from anywhere`]
      : [];
  });
  return [...inRoles, ...inPolicies, ...forAnybody];
};
