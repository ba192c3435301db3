import { Aws } from 'aws-cdk-lib';
import { Effect, PolicyStatement, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { stageTag } from '../stages/stage-names.ts';

/** Permissions that CloudFormation needs for certain resource types. */
export interface Grant {
  /** CloudFormation resource types. Empty for permissions that every template needs. */
  readonly types: readonly string[];
  /** IAM prefix of the actions' service, such as `dynamodb`. */
  readonly service: string;
  /** Names of the actions without the service prefix. */
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: PolicyStatementProps['conditions'];
}

/** A deployment unit that has its own permissions: a stage, or the pipeline. */
export interface Deployed {
  /** Name prefix of the unit's stacks, policies and roles, such as `Waypost-Prod`. */
  readonly prefix: string;
  /** Qualifier of the unit's bootstrap stack. */
  readonly qualifier: string;
  /** Services to which the unit's roles may be passed. */
  readonly passedTo: readonly string[];
  /** AWS managed policies that may be attached to the unit's roles, with their paths. */
  readonly managedPolicies: readonly string[];
  /** Value of the tag `waypost:stage` on the unit's keys, which have no names. */
  readonly keyTag: string;
}

/** Returns the ARN of a resource in the stack's account and region. */
export const arnOf = (service: string, resource: string): string =>
  `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;

/** Returns the ARN of a resource in a global (region-less) service. */
export const globalArnOf = (service: string, resource: string): string =>
  `arn:${Aws.PARTITION}:${service}::${Aws.ACCOUNT_ID}:${resource}`;

/** Tagging actions that many services have under these names. */
export const tagging = ['TagResource', 'UntagResource', 'ListTagsForResource'];

/** S3 actions on buckets, excluding actions on objects. */
const bucketActions = [
  'CreateBucket',
  'DeleteBucket*',
  'GetBucket*',
  'PutBucket*',
  'Get*Configuration',
  'Put*Configuration',
  ...tagging,
];

/** SNS actions on topics and subscriptions, excluding actions on messages. */
const topicActions = [
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

/** KMS actions on keys, excluding actions that use a key on data. */
const keyActions = [
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

/** Returns a condition that only the unit's own keys meet. */
export const ownKeys = ({ keyTag }: Deployed): Readonly<Record<string, string>> => ({
  [`aws:ResourceTag/${stageTag}`]: keyTag,
});

/**
 * Returns the grants for keys, whose aliases match a pattern, and for buckets and topics. `arn` returns the ARN of a
 * resource. A new key must get the unit's tag, and only untagged keys may be tagged, so that the unit cannot take over
 * another unit's key.
 */
export const storeGrants = (
  deployed: Deployed,
  aliases: string,
  arn: (service: string, resource: string) => string,
): readonly Grant[] => {
  const { prefix, keyTag } = deployed;
  const aliasActions = ['CreateAlias', 'UpdateAlias', 'DeleteAlias'];
  return [
    {
      types: ['AWS::KMS::Key'],
      service: 'kms',
      actions: ['CreateKey', 'TagResource'],
      resources: ['*'],
      conditions: {
        StringEquals: { [`aws:RequestTag/${stageTag}`]: keyTag },
        Null: { [`aws:ResourceTag/${stageTag}`]: 'true' },
      },
    },
    {
      types: ['AWS::KMS::Key', 'AWS::KMS::Alias'],
      service: 'kms',
      actions: [...aliasActions, ...keyActions],
      resources: [arn('kms', 'key/*')],
      conditions: { StringEquals: ownKeys(deployed) },
    },
    // Changing an alias also requires permission on its key.
    { types: ['AWS::KMS::Alias'], service: 'kms', actions: aliasActions, resources: [arn('kms', aliases)] },
    { types: ['AWS::KMS::Alias'], service: 'kms', actions: ['ListAliases'], resources: ['*'] },
    {
      types: ['AWS::S3::Bucket', 'AWS::S3::BucketPolicy'],
      service: 's3',
      actions: bucketActions,
      resources: [`arn:${Aws.PARTITION}:s3:::${prefix.toLowerCase()}-*`],
    },
    {
      types: ['AWS::SNS::Topic', 'AWS::SNS::TopicPolicy', 'AWS::SNS::Subscription'],
      service: 'sns',
      actions: topicActions,
      resources: [arn('sns', `${prefix}-*`)],
    },
  ];
};

/**
 * Returns the grants for roles. Roles must have the permissions boundary, so that their permissions cannot exceed it,
 * and may be passed only to known services.
 */
export const roleGrants = ({ prefix, passedTo, managedPolicies }: Deployed): readonly Grant[] => {
  const resources = [globalArnOf('iam', `role/${prefix}-*`)];
  const bounded = { 'iam:PermissionsBoundary': globalArnOf('iam', `policy/${prefix}-Boundary`) };
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

/**
 * Returns the grants that every template needs: to read the bootstrap stack's version, which every template checks, and
 * to read the outputs of the unit's other stacks.
 */
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

export const toStatement = ({ service, actions, resources, conditions }: Grant): PolicyStatement =>
  new PolicyStatement({
    actions: actions.map((action) => `${service}:${action}`),
    resources: [...resources],
    ...(conditions && { conditions }),
  });

/**
 * Returns the statements of the permissions boundary of roles and of CloudFormation. It allows all actions of the
 * services in the grants and in `others`, which the unit's roles use although no grant covers them; for the services in
 * `exact`, such as IAM, it allows only the grants. It denies the actions in `denied`, everything on the resources of
 * other units whose ARNs are in `outOfReach`, and everything on keys with another unit's tag. IAM users, access keys and
 * policies, other services and the account's settings are therefore out of reach. Resources of other units that have
 * neither such a name nor such a tag are not protected.
 */
export const boundaryStatements = (
  deployed: Deployed,
  grants: readonly Grant[],
  others: readonly string[],
  denied: readonly string[] = [],
  outOfReach: readonly string[] = [],
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
      // StringNotEquals is also true if the tag is absent, as when a key is created. `Null` excludes that case.
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
 * Services for which the boundary allows only the grants. If a role could use all of CloudFormation, it could update
 * any stack in the account, using the role that deployed that stack.
 */
const exact: readonly string[] = ['iam', 'cloudformation', 'ssm'];

const deny = (actions: readonly string[], resources: readonly string[]): readonly PolicyStatement[] =>
  actions.length === 0 || resources.length === 0
    ? []
    : [new PolicyStatement({ effect: Effect.DENY, actions: [...actions], resources: [...resources] })];
