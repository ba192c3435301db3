import {
  Arn,
  ArnFormat,
  type CfnOutput,
  type CfnResource,
  Duration,
  Stack,
  Stage,
  Validations,
} from 'aws-cdk-lib';
import {
  BuildEnvironmentVariableType,
  BuildSpec,
  CfnProject,
  ComputeType,
  LinuxBuildImage,
} from 'aws-cdk-lib/aws-codebuild';
import { Grant, Role } from 'aws-cdk-lib/aws-iam';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CodeBuildStep, CodePipeline, CodePipelineSource, ManualApprovalStep } from 'aws-cdk-lib/pipelines';
import { Construct } from 'constructs';
import manifest from '../../package.json' with { type: 'json' };
import { ArtefactBucket, unloggedArtefacts } from '../constructs/delivery/artefact-bucket.ts';
import { addStage, type BuiltStage } from '../stacks/stage-stacks.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import { contextArguments, type DeliverySettings } from './delivery-settings.ts';

export interface PipelineDeliveryProps {
  readonly settings: DeliverySettings;
  readonly connectionArn: string;
  /** In the order of their deployment. Each but the first waits for an approval. */
  readonly stages: readonly StageSettings[];
  readonly built: BuiltStage;
}

/**
 * Delivery by AWS: a pipeline that follows the branch and deploys itself first. Every commit is checked and synthesised
 * once, and deployed to one stage after the other.
 */
export class PipelineDeliveryStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, connectionArn, stages, built }: PipelineDeliveryProps,
  ) {
    // A pipeline must be where its connection is, and know that place to reach stages in other regions.
    const { account, region } = Arn.split(connectionArn, ArnFormat.SLASH_RESOURCE_NAME);
    super(scope, id, { description: 'The pipeline that delivers Waypost', env: { account, region } });
    const release = new Construct(this, 'Release');
    const artefacts = new ArtefactBucket(release, 'Artefacts');
    const repository = settings.repository.replace(/@\d+/g, '');
    const source = CodePipelineSource.connection(repository, settings.branch, { connectionArn });
    const pipeline = new CodePipeline(release, 'Pipeline', {
      artifactBucket: artefacts,
      cliVersion: manifest.devDependencies['aws-cdk'],
      cdkAssetsCliVersion: '4',
      // One build for all bundles costs a minute; one for each would cost two dozen.
      publishAssetsInParallel: false,
      // A stage may have an account of its own, which cannot use a key managed by AWS.
      crossAccountKeys: true,
      // For the keys that the CDK creates in the other regions of stages.
      enableKeyRotation: true,
      codeBuildDefaults: {
        buildEnvironment: { buildImage: LinuxBuildImage.STANDARD_7_0 },
        // This Node only starts npm: the scripts take the lockfile's.
        partialBuildSpec: BuildSpec.fromObject({
          phases: { install: { 'runtime-versions': { nodejs: '22' } } },
        }),
        timeout: Duration.minutes(20),
      },
      synth: new CodeBuildStep('Synth', {
        input: source,
        commands: [
          // CodePipeline may lose the executable bit of files from the repository.
          'bash .ci/run',
          // Without the same settings the pipeline would remove itself.
          `npm run synth:delivery -- ${contextArguments(settings).join(' ')}`,
        ],
        primaryOutputDirectory: 'dist/delivery',
        // The tests start engines, stores and stacks.
        buildEnvironment: { computeType: ComputeType.LARGE },
        timeout: Duration.minutes(60),
      }),
    });
    const publishedStages = new Set(settings.published?.split(','));
    for (const [index, stage] of stages.entries()) {
      const deployed = new PipelineStage(release, stage, built);
      pipeline.addStage(deployed, {
        pre: index > 0 ? [new ManualApprovalStep(`Approve-${stage.name}`)] : [],
        post: [smokeTest(source, deployed, publishedStages.has(stage.name))],
      });
    }
    pipeline.buildPipeline();
    letSourceUseConnection(pipeline, connectionArn);
    acknowledgeWildcards(pipeline, artefacts);
  }
}

/** The stacks of a stage, which are those that the command line deploys. */
class PipelineStage extends Stage {
  readonly apiUrl: CfnOutput;

  constructor(scope: Construct, stage: StageSettings, built: BuiltStage) {
    super(scope, stage.name, { stageName: stage.name });
    this.apiUrl = addStage(this, stage, built).apiUrl;
  }
}

/** Tests a deployed stage, before any other is deployed, with the key from its secret `waypost/STAGE/smoke-key`. */
const smokeTest = (
  input: CodePipelineSource,
  { stageName, apiUrl }: PipelineStage,
  hasPublished: boolean,
): CodeBuildStep =>
  new CodeBuildStep(`Smoke-${stageName}`, {
    input,
    envFromCfnOutputs: { BASE_URL: apiUrl },
    buildEnvironment: {
      environmentVariables: {
        AUTH_KEY: {
          type: BuildEnvironmentVariableType.SECRETS_MANAGER,
          value: `waypost/${stageName}/smoke-key`,
        },
      },
    },
    commands: [
      // Scripts of libraries do not run next to the key.
      'npm ci --ignore-scripts --no-audit --no-fund',
      `npm run smoke -- "$BASE_URL"${hasPublished ? ' --published' : ''}`,
    ],
  });

/**
 * Allows the source to use its connection under both names of the service. The CDK grants only the older name, which does
 * not cover a connection whose ARN begins with the newer.
 */
const letSourceUseConnection = ({ pipeline }: CodePipeline, connectionArn: string): void => {
  for (const grantee of pipeline.node.findChild('Source').node.findAll().filter(Role.isRole)) {
    Grant.addToPrincipal({
      grantee,
      actions: ['codestar-connections:UseConnection', 'codeconnections:UseConnection'],
      resourceArns: [connectionArn],
    });
  }
};

/** Records why the wildcards in the roles of a built pipeline stay. Any other wildcard is still reported. */
const acknowledgeWildcards = (pipeline: CodePipeline, artefacts: ArtefactBucket): void => {
  const stack = Stack.of(pipeline);
  const { partition, region, account } = stack;
  const logGroups = `arn:${partition}:logs:${region}:${account}:log-group:/aws/codebuild`;
  const reportGroups = `arn:${partition}:codebuild:${region}:${account}:report-group`;
  const nameOf = ({ logicalId }: CfnResource): string => `<${stack.resolve(logicalId)}`;
  const acknowledge = (wildcard: string, reason: string) =>
    Validations.of(pipeline).acknowledge({ id: `AwsSolutions-IAM5[${wildcard}]`, reason });

  acknowledge(
    'Resource::*',
    'The pipeline looks up bootstrap stacks and staging buckets, and publishes through the bootstrap roles, which it may assume in every account that trusts this one.',
  );
  acknowledge(
    `Resource::arn:*:iam::${account}:role/*`,
    'A condition on their tag leaves only the bootstrap roles, with which the pipeline updates itself.',
  );
  acknowledge(
    `Resource::${logGroups}/*`,
    'The steps that publish share a role, and CodeBuild names their log groups.',
  );
  acknowledge(
    `Resource::${reportGroups}/*`,
    'The steps that publish share a role, and CodeBuild names their report groups. They write no reports.',
  );
  const artefactActions = [
    's3:Abort*',
    's3:DeleteObject*',
    's3:GetBucket*',
    's3:GetObject*',
    's3:List*',
    'kms:GenerateDataKey*',
    'kms:ReEncrypt*',
  ];
  for (const action of artefactActions) {
    acknowledge(`Action::${action}`, 'Steps pass artefacts through only this bucket and its key.');
  }
  for (const bucket of artefacts.node.findAll().filter(CfnBucket.isCfnBucket)) {
    acknowledge(
      `Resource::${nameOf(bucket)}.Arn>/*`,
      'Every object of the bucket is an artefact of this pipeline.',
    );
  }
  // In the pipeline's own region this is the bucket above.
  for (const { replicationBucket: bucket } of Object.values(pipeline.pipeline.crossRegionSupport)) {
    if (bucket === artefacts) continue;
    acknowledge(
      `Resource::arn:${partition}:s3:::${stack.resolve(bucket.bucketName)}/*`,
      'Every object of the bucket is an artefact of this pipeline, for stages in another region.',
    );
    Validations.of(bucket).acknowledge(unloggedArtefacts);
  }
  for (const project of pipeline.node.findAll().filter(CfnProject.isCfnProject)) {
    const own = `${nameOf(project)}>`;
    acknowledge(`Resource::${logGroups}/${own}:*`, 'Streams of its own log group.');
    acknowledge(`Resource::${reportGroups}/${own}-*`, 'Its own report groups.');
  }
};
