import { type CfnResource, Stack, Validations } from 'aws-cdk-lib';
import { CfnProject } from 'aws-cdk-lib/aws-codebuild';
import { CfnBucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import type { CodePipeline } from 'aws-cdk-lib/pipelines';
import { unloggedArtefacts } from '../../constructs/delivery/artefact-bucket.ts';

/** What the CDK allows whoever reads or writes artefacts: all that begins so, of this one bucket and its one key. */
const artefactActions = [
  's3:Abort*',
  's3:DeleteObject*',
  's3:GetBucket*',
  's3:GetObject*',
  's3:List*',
  'kms:GenerateDataKey*',
  'kms:ReEncrypt*',
];

/** Wildcards of the CDK's pipeline whose reach its construct library decides, with what holds them. */
const givenByTheCdk = ({ partition, region, account }: Stack): Readonly<Record<string, string>> => ({
  'Resource::*':
    'The pipeline reads which bootstrap stack and staging buckets there are, and publishes through the bootstrap roles, which it may take in every account that trusts this one.',
  [`Resource::arn:*:iam::${account}:role/*`]:
    'A condition leaves the bootstrap roles alone of all these, by their tag; the pipeline updates itself with them.',
  [`Resource::arn:${partition}:logs:${region}:${account}:log-group:/aws/codebuild/*`]:
    'The steps that publish share a role, and CodeBuild names their log groups.',
  [`Resource::arn:${partition}:codebuild:${region}:${account}:report-group/*`]:
    'The steps that publish share a role, and CodeBuild names their report groups. They write no reports.',
});

/** Those that the CDK makes in the other regions of a pipeline's stages. */
const bucketsElsewhere = ({ pipeline }: CodePipeline, artefacts: IBucket): readonly IBucket[] =>
  Object.values(pipeline.crossRegionSupport)
    .map(({ replicationBucket }) => replicationBucket)
    .filter((bucket) => bucket !== artefacts);

/**
 * Records why wildcards in the roles of a pipeline stay, once it is built. Any other is found still. The pipeline's stack
 * must know its account and region.
 */
export const acknowledgeWildcards = (pipeline: CodePipeline, artefacts: IBucket): void => {
  const nameOf = ({ stack, logicalId }: CfnResource): string => `<${stack.resolve(logicalId)}`;
  const acknowledge = (wildcard: string, reason: string) =>
    Validations.of(pipeline).acknowledge({ id: `AwsSolutions-IAM5[${wildcard}]`, reason });

  const here = Stack.of(pipeline);
  const { partition, region, account } = here;
  for (const [wildcard, reason] of Object.entries(givenByTheCdk(here))) acknowledge(wildcard, reason);
  for (const action of artefactActions) {
    acknowledge(`Action::${action}`, 'Steps hand artefacts on through this one bucket and its key.');
  }
  for (const bucket of artefacts.node.findAll().filter(CfnBucket.isCfnBucket)) {
    acknowledge(
      `Resource::${nameOf(bucket)}.Arn>/*`,
      'Every object of the bucket is an artefact of this pipeline.',
    );
  }
  for (const bucket of bucketsElsewhere(pipeline, artefacts)) {
    acknowledge(
      `Resource::arn:${partition}:s3:::${here.resolve(bucket.bucketName)}/*`,
      'Every object of the bucket is an artefact of this pipeline, for stages in another region.',
    );
    Validations.of(bucket).acknowledge(unloggedArtefacts);
  }
  for (const project of pipeline.node.findAll().filter(CfnProject.isCfnProject)) {
    const own = `${nameOf(project)}>`;
    acknowledge(
      `Resource::arn:${partition}:logs:${region}:${account}:log-group:/aws/codebuild/${own}:*`,
      'The streams of its own log group.',
    );
    acknowledge(
      `Resource::arn:${partition}:codebuild:${region}:${account}:report-group/${own}-*`,
      'Report groups of its own.',
    );
  }
};
