import { Aws } from 'aws-cdk-lib';
import { Effect, PolicyStatement, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { stageTag } from '../stages/stage-names.ts';

/** Permissions that CloudFormation needs for resources of some types. */
export interface Grant {
  /** CloudFormation resource types; empty for permissions that every template needs. */
  readonly types: readonly string[];
  /** Service of the actions, such as `dynamodb`. */
  readonly service: string;
  /** Actions without their service. */
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: PolicyStatementProps['conditions'];
}

/** Deployment unit with its own permissions: a stage, or the pipeline. */
export interface Deployed {
  /** Prefix of the names of its stacks, policies and roles, such as `Waypost-Prod`. */
  readonly prefix: string;
  /** Qualifier of its bootstrap stack. */
  readonly qualifier: string;
  /** Services to which its roles may be passed. */
  readonly passedTo: readonly string[];
  /** Policies managed by AWS that its roles may have, with their path. */
  readonly managedPolicies: readonly string[];
  /** Name of the policy that bounds its roles. */
  readonly boundaryName: string;
  /** Value of the tag `waypost:stage` on its keys, which have no names. */
  readonly keyTag: string;
}

/** ARN of a resource in the account and region of the stack. */
export const arnOf = (service: string, resource: string): string =>
  `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;

/** ARN of a resource in a service without regions. */
export const globalArnOf = (service: string, resource: string): string =>
  `arn:${Aws.PARTITION}:${service}::${Aws.ACCOUNT_ID}:${resource}`;

/** Actions on tags that many services have under these names. */
export const tagging = ['TagResource', 'UntagResource', 'ListTagsForResource'];

/** S3 actions on buckets, without actions on objects. */
export const bucketActions = [
  'CreateBucket',
  'DeleteBucket*',
  'GetBucket*',
  'PutBucket*',
  'Get*Configuration',
  'Put*Configuration',
  ...tagging,
];

/** Actions on topics and subscriptions, without actions on messages. */
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

/** Actions on keys, without actions on data. */
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

/** Creation of keys only with the tag of the unit, and tagging of keys only if they have none: no other unit's key. */
export const newKeyGrant = ({ keyTag }: Deployed): Grant => ({
  types: ['AWS::KMS::Key'],
  service: 'kms',
  actions: ['CreateKey', 'TagResource'],
  resources: ['*'],
  conditions: {
    StringEquals: { [`aws:RequestTag/${stageTag}`]: keyTag },
    Null: { [`aws:ResourceTag/${stageTag}`]: 'true' },
  },
});

/** Condition that a key is the unit's. */
export const ownKeys = ({ keyTag }: Deployed): Readonly<Record<string, string>> => ({
  [`aws:ResourceTag/${stageTag}`]: keyTag,
});

/** Roles only with the boundary, so that their permissions cannot exceed it, and only for known services. */
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

export interface BoundaryProps {
  readonly deployed: Deployed;
  /** Services that roles use but no grant covers. */
  readonly others: readonly string[];
  /** Actions on any resource. */
  readonly denied: readonly string[];
  /** ARNs of resources of other units in the same account. */
  readonly outOfReach: readonly string[];
}

/**
 * Statements of the boundary of roles and of CloudFormation: the services of the grants and of `others`, roles only within
 * the boundary itself, but none of the denied actions, no resource of `outOfReach`, and no key with the tag of another
 * unit. IAM users, access keys and policies, other services and the account's settings are out of reach. Resources that
 * have neither such a name nor such a tag are not.
 */
export const boundaryStatements = (
  grants: readonly Grant[],
  { deployed, others, denied, outOfReach }: BoundaryProps,
): readonly PolicyStatement[] => {
  const services = new Set(
    grants.map(({ service }) => service).filter((service) => !exact.includes(service)),
  );
  return [
    new PolicyStatement({
      actions: [...services, ...others].toSorted().map((service) => `${service}:*`),
      resources: ['*'],
    }),
    ...grants.filter(({ service }) => exact.includes(service) && !others.includes(service)).map(toStatement),
    new PolicyStatement({
      effect: Effect.DENY,
      actions: ['kms:*'],
      resources: ['*'],
      // StringNotEquals is also true without the tag, as on the creation of a key.
      conditions: {
        StringNotEquals: ownKeys(deployed),
        Null: { [`aws:ResourceTag/${stageTag}`]: 'false' },
      },
    }),
    ...deny(['*'], outOfReach),
    ...deny(denied, ['*']),
  ];
};

/**
 * Services for which the boundary allows only the grants. With all of CloudFormation, a role could update any stack in
 * the account with the role that the stack was deployed with.
 */
const exact: readonly string[] = ['iam', 'cloudformation', 'ssm'];

const deny = (actions: readonly string[], resources: readonly string[]): readonly PolicyStatement[] =>
  actions.length === 0 || resources.length === 0
    ? []
    : [new PolicyStatement({ effect: Effect.DENY, actions: [...actions], resources: [...resources] })];
