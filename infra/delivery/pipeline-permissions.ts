import { Arn, ArnFormat, Aws, type Environment } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  boundaryStatements,
  type Deployed,
  type Grant,
  roleGrants,
  storeGrants,
  tagging,
  templateGrants,
  toStatement,
} from './grants.ts';

/** The pipeline as a deployment unit. */
export const deployedPipeline: Deployed = {
  prefix: 'Waypost-Pipeline',
  qualifier: 'wppipe',
  passedTo: ['codebuild', 'codepipeline'],
  managedPolicies: [],
  keyTag: 'pipeline',
};

/** Returns the connection's account and region, in which the pipeline must be. */
export const placeOfConnection = (connectionArn: string): Environment => {
  const { account, region } = Arn.split(connectionArn, ArnFormat.SLASH_RESOURCE_NAME);
  return { ...(account && { account }), ...(region && { region }) };
};

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
    ...storeGrants(deployedPipeline, 'alias/*', arn),
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
  boundaryStatements(deployedPipeline, pipelineGrants(connectionArn), [
    'cloudformation',
    'logs',
    'secretsmanager',
    'sts',
  ]);
