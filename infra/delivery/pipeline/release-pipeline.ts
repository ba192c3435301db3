import { Duration } from 'aws-cdk-lib';
import {
  BuildEnvironmentVariableType,
  BuildSpec,
  ComputeType,
  LinuxBuildImage,
} from 'aws-cdk-lib/aws-codebuild';
import { CodeBuildStep, CodePipeline, CodePipelineSource, ManualApprovalStep } from 'aws-cdk-lib/pipelines';
import { Construct } from 'constructs';
import { ArtefactBucket } from '../../constructs/delivery/artefact-bucket.ts';
import type { BuiltStage } from '../../stacks/stage-stacks.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { letSourceUseConnection } from './connection-use.ts';
import { acknowledgeWildcards } from './pipeline-acknowledgements.ts';
import { PipelineStage } from './pipeline-stage.ts';

export interface ReleasePipelineProps {
  /** `OWNER/NAME` on GitHub. */
  readonly repository: string;
  readonly branch: string;
  /** Of the connection of CodeConnections that may read the repository. */
  readonly connectionArn: string;
  /** In the order of their deployment: each but the first waits for somebody's approval. */
  readonly stages: readonly StageSettings[];
  /** Names of those that have published before. */
  readonly publishedStages: ReadonlySet<string>;
  readonly built: BuiltStage;
  /** Checks everything and writes the assembly, pipeline included, to `assemblyDirectory`. */
  readonly synthCommands: readonly string[];
  readonly assemblyDirectory: string;
  /** Of the CDK's command line, by which the pipeline deploys itself. */
  readonly cliVersion: string;
}

/** The secret of Secrets Manager that holds the key which a stage's smoke test asks with. */
const smokeKeySecret = ({ name }: StageSettings): string => `waypost/${name}/smoke-key`;

/** Whatever Node starts npm, its scripts take the lockfile's. */
const nodeOfImage = BuildSpec.fromObject({
  phases: { install: { 'runtime-versions': { nodejs: '22' } } },
});

/** Delivers every commit of a branch: checked and synthesised once, deployed to one stage after the other. */
export class ReleasePipeline extends Construct {
  private readonly source: CodePipelineSource;

  constructor(scope: Construct, id: string, props: ReleasePipelineProps) {
    super(scope, id);
    const { repository, branch, connectionArn, stages, built } = props;
    this.source = CodePipelineSource.connection(repository, branch, { connectionArn });
    const artefacts = new ArtefactBucket(this, 'Artefacts');
    const pipeline = new CodePipeline(this, 'Pipeline', {
      artifactBucket: artefacts,
      cliVersion: props.cliVersion,
      cdkAssetsCliVersion: '4',
      // One build for all bundles costs a minute; one for each would cost two dozen.
      publishAssetsInParallel: false,
      // A stage may have an account of its own, which a key of AWS would lock out.
      crossAccountKeys: true,
      // Of the keys that the CDK makes in the other regions of stages.
      enableKeyRotation: true,
      codeBuildDefaults: {
        buildEnvironment: { buildImage: LinuxBuildImage.STANDARD_7_0 },
        partialBuildSpec: nodeOfImage,
        timeout: Duration.minutes(20),
      },
      synth: new CodeBuildStep('Synth', {
        input: this.source,
        commands: [...props.synthCommands],
        primaryOutputDirectory: props.assemblyDirectory,
        // The tests start engines, stores and stacks.
        buildEnvironment: { computeType: ComputeType.LARGE },
        timeout: Duration.minutes(60),
      }),
    });
    for (const [index, stage] of stages.entries()) {
      const deployed = new PipelineStage(this, stage.name, stage, built);
      const added = pipeline.addStage(deployed);
      if (index > 0) added.addPre(new ManualApprovalStep(`Approve-${stage.name}`));
      const hasPublished = props.publishedStages.has(stage.name);
      added.addPost(this.smokeTest(stage, deployed, hasPublished));
    }
    pipeline.buildPipeline();
    letSourceUseConnection(pipeline.pipeline, connectionArn);
    acknowledgeWildcards(pipeline, artefacts);
  }

  /** Nothing follows a stage that does not answer as it should. */
  private smokeTest(stage: StageSettings, { apiUrl }: PipelineStage, hasPublished: boolean): CodeBuildStep {
    const smoke = `npm run smoke -- "$BASE_URL"${hasPublished ? ' --published' : ''}`;
    return new CodeBuildStep(`Smoke-${stage.name}`, {
      input: this.source,
      envFromCfnOutputs: { BASE_URL: apiUrl },
      buildEnvironment: {
        environmentVariables: {
          AUTH_KEY: { type: BuildEnvironmentVariableType.SECRETS_MANAGER, value: smokeKeySecret(stage) },
        },
      },
      // No script of a library runs beside the key: none is needed.
      commands: ['npm ci --ignore-scripts --no-audit --no-fund', smoke],
    });
  }
}
