import {
  type CfnOutput,
  type CfnResource,
  DefaultStackSynthesizer,
  Duration,
  PermissionsBoundary,
  RemovalPolicy,
  Stack,
  Stage,
  Tags,
  Validations,
} from 'aws-cdk-lib';
import {
  BuildEnvironmentVariableType,
  BuildSpec,
  CfnProject,
  ComputeType,
  LinuxBuildImage,
} from 'aws-cdk-lib/aws-codebuild';
import { Grant, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import {
  CodeBuildStep,
  CodePipeline,
  CodePipelineSource,
  ManualApprovalStep,
  type StageDeployment,
} from 'aws-cdk-lib/pipelines';
import { Construct } from 'constructs';
import manifest from '../../package.json' with { type: 'json' };
import { addStage, type BuiltStage } from '../stacks/stage-stacks.ts';
import { bootstrapQualifier, stageTag } from '../stages/stage-names.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import { contextArguments, type DeliverySettings, plainName, whyUnattended } from './delivery-settings.ts';
import { deployedPipeline, placeOfConnection } from './pipeline-permissions.ts';

export interface PipelineDeliveryProps {
  readonly settings: DeliverySettings;
  readonly connectionArn: string;
  /** Stages in deployment order. Each stage except the first waits for an approval. */
  readonly stages: readonly StageSettings[];
  readonly built: BuiltStage;
}

/**
 * Delivery by AWS CodePipeline: a pipeline that follows the branch and updates itself first. Every commit is checked
 * and synthesised once, and then deployed to one stage after the other.
 */
export class PipelineDeliveryStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, connectionArn, stages, built }: PipelineDeliveryProps,
  ) {
    const { prefix, qualifier } = deployedPipeline;
    super(scope, id, {
      description: 'The pipeline that delivers Waypost',
      // The stack needs an explicit account and region, so that it can deploy to stages in other regions.
      env: placeOfConnection(connectionArn),
      synthesizer: new DefaultStackSynthesizer({ qualifier }),
      permissionsBoundary: PermissionsBoundary.fromName(`${prefix}-Boundary`),
    });
    const release = new Construct(this, 'Release');
    const artefacts = artefactBucket(release);
    const source = CodePipelineSource.connection(plainName(settings.repository), settings.branch, {
      connectionArn,
    });
    const pipeline = new CodePipeline(release, 'Pipeline', {
      artifactBucket: artefacts,
      cliVersion: manifest.devDependencies['aws-cdk'],
      cdkAssetsCliVersion: manifest.devDependencies['cdk-assets'],
      // One build for all bundles takes one minute; a build for each bundle would take two dozen minutes in total.
      publishAssetsInParallel: false,
      // Other accounts cannot use an AWS managed key, and a stage may have its own account.
      crossAccountKeys: true,
      // Applies to the keys that CDK creates in other regions for the stages there.
      enableKeyRotation: true,
      codeBuildDefaults: {
        buildEnvironment: {
          buildImage,
          // Also applies to the packages that CDK's own steps install.
          environmentVariables: { NPM_CONFIG_IGNORE_SCRIPTS: { value: 'true' } },
        },
        // The image's Node 22 only starts npm. The scripts use the Node version in the lockfile.
        partialBuildSpec: BuildSpec.fromObject({
          phases: { install: { 'runtime-versions': { nodejs: '22' } } },
        }),
        timeout: Duration.minutes(20),
      },
      synth: synthesisAfterGate(source, settings),
    });
    const publishedStages = new Set(settings.published?.split(','));
    for (const [index, stage] of stages.entries()) {
      const deployed = new PipelineStage(release, stage, built);
      const deployment = pipeline.addStage(deployed, {
        pre: index > 0 ? [approval(release, stage)] : [],
        post: [comparison(this, source, stage), smokeTest(source, deployed, publishedStages.has(stage.name))],
      });
      stopIfUnattended(deployment, source, stage);
    }
    pipeline.buildPipeline();
    letSourceUseConnection(pipeline, connectionArn);
    tagKeys([this, ...Object.values(pipeline.pipeline.crossRegionSupport).map((support) => support.stack)]);
    acknowledgeWildcards(pipeline, artefacts);
  }
}

/** Reason why artefact buckets have no access log. */
const unloggedArtefacts = {
  id: 'AwsSolutions-S1',
  reason: 'Only CodePipeline uses this bucket, and CloudTrail records its runs. It contains no client data.',
};

/**
 * Creates the bucket for the artefacts that the steps exchange. It is encrypted with a customer managed key, which
 * stages in other accounts can be allowed to use. Each source and assembly is used by one run, and can be rebuilt.
 */
const artefactBucket = (scope: Construct): Bucket => {
  const bucket = new Bucket(scope, 'Artefacts', {
    encryption: BucketEncryption.KMS,
    encryptionKey: new Key(scope, 'ArtefactsKey', {
      description: 'Waypost pipeline artefacts',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    }),
    bucketKeyEnabled: true,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    lifecycleRules: [{ expiration: Duration.days(30) }],
    removalPolicy: RemovalPolicy.DESTROY,
  });
  Validations.of(bucket).acknowledge(unloggedArtefacts);
  return bucket;
};

/** CodeBuild image with a fixed date. To list newer ones: `aws codebuild list-curated-environment-images`. */
const buildImage = LinuxBuildImage.fromCodeBuildImageId('aws/codebuild/standard:7.0-25.04.04');

/** Runs no install scripts of dependencies, which could read the smoke test's key or change the assembly. */
const cleanInstall = 'npm ci --ignore-scripts --no-audit --no-fund';

/**
 * Returns the step that synthesises the pipeline and its stages after the gate has passed. The gate runs the code of
 * all dependencies, so it is a separate build, which has no output and whose role cannot write artefacts.
 */
const synthesisAfterGate = (input: CodePipelineSource, settings: DeliverySettings): CodeBuildStep => {
  const gate = new CodeBuildStep('Gate', {
    input,
    // CodePipeline may lose the executable bit of files from the repository.
    commands: ['bash .ci/run'],
    // The tests start browser engines, stores and stacks.
    buildEnvironment: { computeType: ComputeType.LARGE },
    timeout: Duration.minutes(60),
  });
  const synthesis = new CodeBuildStep('Synth', {
    input,
    commands: [
      cleanInstall,
      // Without the same settings, the pipeline would remove itself.
      `npm run synth:delivery -- ${contextArguments(settings).join(' ')}`,
    ],
    primaryOutputDirectory: 'dist/delivery',
  });
  synthesis.addStepDependency(gate);
  return synthesis;
};

/** The same stacks that the command line deploys for a stage. */
class PipelineStage extends Stage {
  readonly apiUrl: CfnOutput;

  constructor(scope: Construct, stage: StageSettings, built: BuiltStage) {
    super(scope, stage.name, { stageName: stage.name });
    this.apiUrl = addStage(this, stage, built).apiUrl;
  }
}

/** If the alarms of prod would notify nobody, adds a step that stops the pipeline before prod and its approval. */
const stopIfUnattended = (
  deployment: StageDeployment,
  input: CodePipelineSource,
  stage: StageSettings,
): void => {
  const unattended = whyUnattended(stage);
  if (unattended === undefined) return;
  const commands = [`echo "${unattended}" >&2`, 'exit 1'];
  const stop = new CodeBuildStep(`Refuse-${stage.name}`, { input, commands });
  for (const step of deployment.pre) step.addStepDependency(stop);
  deployment.addPre(stop);
};

/** Returns the step that waits for approval of a stage's deployment. It notifies the stage's addresses for tickets. */
const approval = (scope: Construct, { name, alarmEmails }: StageSettings): ManualApprovalStep => {
  const topic = new Topic(scope, `Approvals-${name}`, {
    displayName: `Waypost ${name}: approve a deployment`,
    enforceSSL: true,
  });
  for (const email of alarmEmails.ticket) topic.addSubscription(new EmailSubscription(email));
  return new ManualApprovalStep(`Approve-${name}`, {
    comment: `Somebody other than the author of the change approves its deployment to ${name}.`,
    notificationTopic: topic,
  });
};

/** Returns the step that checks a stage's stacks for outdated values from each other. */
const comparison = (stack: Stack, input: CodePipelineSource, stage: StageSettings): CodeBuildStep => {
  const { account = stack.account, region = stack.region } = stage.environment ?? {};
  const role = `role/cdk-${bootstrapQualifier(stage)}-lookup-role-${account}-${region}`;
  return new CodeBuildStep(`Compare-${stage.name}`, {
    input,
    commands: [cleanInstall, `npm run deploy:check -- ${stage.name}`],
    rolePolicyStatements: [
      new PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: [`arn:${stack.partition}:iam::${account}:${role}`],
      }),
    ],
  });
};

/**
 * Returns the step that tests a deployed stage before the next one is deployed. The key is in the secret
 * `waypost/STAGE/smoke-key`.
 */
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
    commands: [cleanInstall, `npm run smoke -- "$BASE_URL"${hasPublished ? ' --published' : ''}`],
  });

/**
 * Allows the source action to use its connection under both names of the service. CDK grants only the older name, which
 * does not cover a connection whose ARN begins with the newer one.
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

/**
 * Tags the pipeline's keys, including those in other regions, so that policies can distinguish them from the stages'
 * keys.
 */
const tagKeys = (stacks: readonly Stack[]): void => {
  for (const stack of stacks)
    Tags.of(stack).add(stageTag, deployedPipeline.keyTag, { includeResourceTypes: ['AWS::KMS::Key'] });
};

/** Records why the wildcards in the roles of a built pipeline are acceptable. Other wildcards are still reported. */
const acknowledgeWildcards = (pipeline: CodePipeline, artefacts: Bucket): void => {
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
      'Every object in this bucket is an artefact of this pipeline.',
    );
  }
  // In the pipeline's own region, the bucket is the one above.
  for (const { replicationBucket: bucket } of Object.values(pipeline.pipeline.crossRegionSupport)) {
    if (bucket === artefacts) continue;
    acknowledge(
      `Resource::arn:${partition}:s3:::${stack.resolve(bucket.bucketName)}/*`,
      'Every object in this bucket is an artefact that this pipeline created for a stage in another region.',
    );
    Validations.of(bucket).acknowledge(unloggedArtefacts);
  }
  for (const project of pipeline.node.findAll().filter(CfnProject.isCfnProject)) {
    const own = `${nameOf(project)}>`;
    acknowledge(`Resource::${logGroups}/${own}:*`, 'Streams of its own log group.');
    acknowledge(`Resource::${reportGroups}/${own}-*`, 'Its own report groups.');
  }
};
