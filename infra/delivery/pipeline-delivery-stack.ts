import {
  type CfnOutput,
  type CfnResource,
  DefaultStackSynthesizer,
  Duration,
  PermissionsBoundary,
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
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
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
import { ArtefactBucket, unloggedArtefacts } from '../constructs/delivery/artefact-bucket.ts';
import { plainName } from '../constructs/delivery/github-deploy-role.ts';
import { addStage, type BuiltStage } from '../stacks/stage-stacks.ts';
import { bootstrapQualifier, stageTag } from '../stages/stage-names.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import { whyUnattended } from './alarm-addresses.ts';
import { contextArguments, type DeliverySettings } from './delivery-settings.ts';
import { deployedPipeline, placeOfConnection } from './pipeline-permissions.ts';

export interface PipelineDeliveryProps {
  readonly settings: DeliverySettings;
  readonly connectionArn: string;
  /** In deployment order. Each stage except the first waits for an approval. */
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
    const { qualifier, boundaryName } = deployedPipeline;
    super(scope, id, {
      description: 'The pipeline that delivers Waypost',
      // It needs its account and region to reach stages in other regions.
      env: placeOfConnection(connectionArn),
      synthesizer: new DefaultStackSynthesizer({ qualifier }),
      permissionsBoundary: PermissionsBoundary.fromName(boundaryName),
    });
    const release = new Construct(this, 'Release');
    const artefacts = new ArtefactBucket(release, 'Artefacts');
    const source = CodePipelineSource.connection(plainName(settings.repository), settings.branch, {
      connectionArn,
    });
    const pipeline = new CodePipeline(release, 'Pipeline', {
      artifactBucket: artefacts,
      cliVersion: manifest.devDependencies['aws-cdk'],
      cdkAssetsCliVersion: manifest.devDependencies['cdk-assets'],
      // One build for all bundles costs a minute; one for each would cost two dozen.
      publishAssetsInParallel: false,
      // A stage may have its own account, which cannot use a key managed by AWS.
      crossAccountKeys: true,
      // For the keys that the CDK creates in the other regions of stages.
      enableKeyRotation: true,
      codeBuildDefaults: {
        buildEnvironment: {
          buildImage,
          // Also for the packages that the CDK's own steps install.
          environmentVariables: { NPM_CONFIG_IGNORE_SCRIPTS: { value: 'true' } },
        },
        // The image has one Node 22, which only starts npm: the scripts use the lockfile's.
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

/** CodeBuild's image of one date. Its list of images (`aws codebuild list-curated-environment-images`) has newer ones. */
const buildImage = LinuxBuildImage.fromCodeBuildImageId('aws/codebuild/standard:7.0-25.04.04');

/**
 * The step that synthesises the pipeline and the stages that it deploys, once the gate has passed. The gate runs the
 * code of all dependencies, so it is a separate build, which has no output and whose role cannot write artefacts.
 */
const synthesisAfterGate = (input: CodePipelineSource, settings: DeliverySettings): CodeBuildStep => {
  const gate = new CodeBuildStep('Gate', {
    input,
    // CodePipeline may lose the executable bit of files from the repository.
    commands: ['bash .ci/run'],
    // The tests start engines, stores and stacks.
    buildEnvironment: { computeType: ComputeType.LARGE },
    timeout: Duration.minutes(60),
  });
  const synthesis = new CodeBuildStep('Synth', {
    input,
    commands: [
      'npm ci --ignore-scripts --no-audit --no-fund',
      // Without the same settings the pipeline would remove itself.
      `npm run synth:delivery -- ${contextArguments(settings).join(' ')}`,
    ],
    primaryOutputDirectory: 'dist/delivery',
  });
  synthesis.addStepDependency(gate);
  return synthesis;
};

/** The stacks of a stage, the same as the command line deploys. */
class PipelineStage extends Stage {
  readonly apiUrl: CfnOutput;

  constructor(scope: Construct, stage: StageSettings, built: BuiltStage) {
    super(scope, stage.name, { stageName: stage.name });
    this.apiUrl = addStage(this, stage, built).apiUrl;
  }
}

/** Adds a step that stops the pipeline before prod, and before its approval, if its alarms would notify nobody. */
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

/** Approval of a stage's deployment, which notifies the stage's addresses for tickets. */
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

/** Checks that the values that the stacks of a stage use from each other are current. */
const comparison = (stack: Stack, input: CodePipelineSource, stage: StageSettings): CodeBuildStep => {
  const { account = stack.account, region = stack.region } = stage.environment ?? {};
  const role = `role/cdk-${bootstrapQualifier(stage)}-lookup-role-${account}-${region}`;
  return new CodeBuildStep(`Compare-${stage.name}`, {
    input,
    commands: ['npm ci --ignore-scripts --no-audit --no-fund', `npm run deploy:check -- ${stage.name}`],
    rolePolicyStatements: [
      new PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: [`arn:${stack.partition}:iam::${account}:${role}`],
      }),
    ],
  });
};

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
      // Do not run dependencies' install scripts: the smoke test's key is in the environment.
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

/**
 * Tags the pipeline's keys, including those in other regions, so that policies can distinguish them from the stages'
 * keys.
 */
const tagKeys = (stacks: readonly Stack[]): void => {
  for (const stack of stacks)
    Tags.of(stack).add(stageTag, deployedPipeline.keyTag, { includeResourceTypes: ['AWS::KMS::Key'] });
};

/** Records why the wildcards in the roles of a built pipeline are acceptable. Any other wildcard is still reported. */
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
