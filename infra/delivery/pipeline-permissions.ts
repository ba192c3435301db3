import { Arn, ArnFormat, Aws, type Environment } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  boundaryStatements,
  bucketActions,
  type Deployed,
  type Grant,
  keyActions,
  newKeyGrant,
  ownKeys,
  roleGrants,
  tagging,
  templateGrants,
  topicActions,
  toStatement,
} from './grants.ts';

/** The pipeline as a deployment unit. */
export const deployedPipeline: Deployed = {
  prefix: 'Waypost-Pipeline',
  qualifier: 'wppipe',
  passedTo: ['codebuild', 'codepipeline'],
  managedPolicies: [],
  boundaryName: 'Waypost-Pipeline-Boundary',
  keyTag: 'pipeline',
};

/** Returns the connection's account and region, in which the pipeline must be. */
export const placeOfConnection = (connectionArn: string): Environment => {
  const { account, region } = Arn.split(connectionArn, ArnFormat.SLASH_RESOURCE_NAME);
  return { ...(account && { account }), ...(region && { region }) };
};

const aliasActions = ['CreateAlias', 'UpdateAlias', 'DeleteAlias'];

/**
 * Returns the permissions that CloudFormation needs to deploy the pipeline. They cover every region, because a pipeline
 * for stages in other regions has buckets there.
 */
export const pipelineGrants = (connectionArn: string): readonly Grant[] => {
  const { prefix } = deployedPipeline;
  const arn = (service: string, resource: string): string =>
    `arn:${Aws.PARTITION}:${service}:*:${Aws.ACCOUNT_ID}:${resource}`;
  return [
    {
      types: ['AWS::CodePipeline::Pipeline'],
      service: 'codepipeline',
      actions: [...['Create', 'Get', 'Update', 'Delete'].map((verb) => `${verb}Pipeline`), ...tagging],
      resources: [arn('codepipeline', `${prefix}-*`)],
    },
    ...['codeconnections', 'codestar-connections'].map((service) => ({
      types: ['AWS::CodePipeline::Pipeline'],
      service,
      actions: ['PassConnection'],
      resources: [connectionArn],
    })),
    {
      types: ['AWS::CodeBuild::Project'],
      service: 'codebuild',
      actions: ['CreateProject', 'UpdateProject', 'DeleteProject', 'BatchGetProjects'],
      // CloudFormation names build projects after their logical ids.
      resources: [arn('codebuild', 'project/Release*')],
    },
    newKeyGrant(deployedPipeline),
    {
      types: ['AWS::KMS::Key', 'AWS::KMS::Alias'],
      service: 'kms',
      actions: [...aliasActions, ...keyActions],
      resources: [arn('kms', 'key/*')],
      conditions: { StringEquals: ownKeys(deployedPipeline) },
    },
    // Changing an alias also requires permission on its key.
    { types: ['AWS::KMS::Alias'], service: 'kms', actions: aliasActions, resources: [arn('kms', 'alias/*')] },
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
    ...roleGrants(deployedPipeline),
    ...templateGrants(deployedPipeline),
  ].filter(({ resources }) => resources.length > 0);
};

/** Returns the statements of the policy with which CloudFormation deploys the pipeline. */
export const pipelineStatements = (
  connectionArn: string,
): Readonly<Record<string, readonly PolicyStatement[]>> => ({
  Deploy: pipelineGrants(connectionArn).map(toStatement),
});

/**
 * Returns the statements of the permissions boundary of the pipeline's roles, which also write logs, read keys,
 * describe stacks and assume bootstrap roles.
 */
export const pipelineBoundary = (connectionArn: string): readonly PolicyStatement[] =>
  boundaryStatements(pipelineGrants(connectionArn), {
    deployed: deployedPipeline,
    others: ['cloudformation', 'logs', 'secretsmanager', 'sts'],
    denied: [],
    outOfReach: [],
  });
