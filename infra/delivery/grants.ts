import { Aws } from 'aws-cdk-lib';
import { Effect, PolicyStatement, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';

/** Permissions that CloudFormation needs for resources of some types. */
export interface Grant {
  /** Resource types of CloudFormation; none for what every template needs. */
  readonly types: readonly string[];
  /** Service of the actions, such as `dynamodb`. */
  readonly service: string;
  /** Actions without their service. */
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: PolicyStatementProps['conditions'];
}

/** Deployment unit with permissions of its own: a stage, or the pipeline. */
export interface Deployed {
  /** Beginning of the names of its stacks, policies and roles, such as `Waypost-Prod`. */
  readonly prefix: string;
  /** Qualifier of its bootstrap stack. */
  readonly qualifier: string;
  /** Services to which its roles may be passed. */
  readonly passedTo: readonly string[];
  /** Policies managed by AWS that its roles may have, with their path. */
  readonly managedPolicies: readonly string[];
  /** Name of the policy that bounds its roles. */
  readonly boundaryName: string;
}

/** ARN of a resource in the account and region of the stack. */
export const arnOf = (service: string, resource: string): string =>
  `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;

/** ARN of a resource of a service without regions. */
export const globalArnOf = (service: string, resource: string): string =>
  `arn:${Aws.PARTITION}:${service}::${Aws.ACCOUNT_ID}:${resource}`;

/** Actions on tags that many services have under these names. */
export const tagging = ['TagResource', 'UntagResource', 'ListTagsForResource'];

/** Actions of S3 on buckets, without those on objects. */
export const bucketActions = [
  'CreateBucket',
  'DeleteBucket*',
  'GetBucket*',
  'PutBucket*',
  'Get*Configuration',
  'Put*Configuration',
  ...tagging,
];

/** Actions on topics and subscriptions, without those on messages. */
export const topicActions = [
  'CreateTopic',
  'DeleteTopic',
  'Get*',
  'SetTopicAttributes',
  'SetSubscriptionAttributes',
  'ListSubscriptionsByTopic',
  'Subscribe',
  'Unsubscribe',
  ...tagging,
];

/** Actions on keys, without those on data. */
export const keyActions = [
  'Describe*',
  'Get*',
  'ListResourceTags',
  'EnableKey',
  'DisableKey',
  'EnableKeyRotation',
  'DisableKeyRotation',
  'PutKeyPolicy',
  'UpdateKeyDescription',
  'ScheduleKeyDeletion',
  'TagResource',
  'UntagResource',
];

/** Roles only with the boundary, so that nothing they may do is beyond it, and only for known services. */
export const roleGrants = ({
  prefix,
  boundaryName,
  passedTo,
  managedPolicies,
}: Deployed): readonly Grant[] => {
  const resources = [globalArnOf('iam', `role/${prefix}-*`)];
  const bounded = { 'iam:PermissionsBoundary': globalArnOf('iam', `policy/${boundaryName}`) };
  const attachable = managedPolicies.map((path) => `arn:${Aws.PARTITION}:iam::aws:policy/${path}`);
  return [
    {
      types: ['AWS::IAM::Role', 'AWS::IAM::Policy'],
      service: 'iam',
      actions: ['CreateRole', 'PutRolePermissionsBoundary', 'PutRolePolicy', 'DeleteRolePolicy'],
      resources,
      conditions: { StringEquals: bounded },
    },
    {
      types: ['AWS::IAM::Role'],
      service: 'iam',
      actions: ['AttachRolePolicy', 'DetachRolePolicy'],
      resources: attachable.length > 0 ? resources : [],
      conditions: { StringEquals: bounded, ArnEquals: { 'iam:PolicyARN': attachable } },
    },
    {
      types: ['AWS::IAM::Role', 'AWS::IAM::Policy'],
      service: 'iam',
      actions: [
        'DeleteRole',
        'GetRole*',
        'ListRole*',
        'ListAttachedRolePolicies',
        'TagRole',
        'UntagRole',
        'UpdateRole*',
        'UpdateAssumeRolePolicy',
      ],
      resources,
    },
    {
      types: ['AWS::IAM::Role'],
      service: 'iam',
      actions: ['PassRole'],
      resources,
      conditions: {
        StringEquals: { 'iam:PassedToService': passedTo.map((service) => `${service}.amazonaws.com`) },
      },
    },
  ];
};

/** The version of the bootstrap stack, which every template checks, and outputs of the other stacks. */
export const templateGrants = ({ prefix, qualifier }: Deployed): readonly Grant[] => [
  {
    types: [],
    service: 'ssm',
    actions: ['GetParameters'],
    resources: [arnOf('ssm', `parameter/cdk-bootstrap/${qualifier}/version`)],
  },
  {
    types: [],
    service: 'cloudformation',
    actions: ['DescribeStacks'],
    resources: [arnOf('cloudformation', `stack/${prefix}-*`)],
  },
];

/** Statement of a policy. */
export const toStatement = ({ service, actions, resources, conditions }: Grant): PolicyStatement =>
  new PolicyStatement({
    actions: actions.map((action) => `${service}:${action}`),
    resources: [...resources],
    ...(conditions && { conditions }),
  });

/**
 * Statements of the boundary of roles and of CloudFormation: the services of the grants and of `others`, roles only within
 * the boundary itself, and none of the denied actions. IAM users, access keys and policies, other services and the
 * account's settings are out of reach.
 */
export const boundaryStatements = (
  grants: readonly Grant[],
  { others, denied }: { readonly others: readonly string[]; readonly denied: readonly string[] },
): readonly PolicyStatement[] => {
  const services = new Set(grants.map(({ service }) => service).filter((service) => service !== 'iam'));
  return [
    new PolicyStatement({
      actions: [...services, ...others].toSorted().map((service) => `${service}:*`),
      resources: ['*'],
    }),
    ...grants.filter(({ service }) => service === 'iam').map(toStatement),
    ...(denied.length === 0
      ? []
      : [new PolicyStatement({ effect: Effect.DENY, actions: [...denied], resources: ['*'] })]),
  ];
};
