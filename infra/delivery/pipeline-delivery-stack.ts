import { Arn, ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import manifest from '../../package.json' with { type: 'json' };
import type { BuiltStage } from '../stacks/stage-stacks.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import {
  contextArguments,
  type DeliverySettings,
  publishedStages,
  repositoryName,
} from './delivery-settings.ts';
import { ReleasePipeline } from './pipeline/release-pipeline.ts';

/** Where `npm run synth:delivery` writes. */
const assemblyDirectory = 'dist/delivery';

export interface PipelineDeliveryProps {
  readonly settings: DeliverySettings;
  readonly connectionArn: string;
  readonly stages: readonly StageSettings[];
  readonly built: BuiltStage;
}

/** The way of AWS itself: a pipeline that follows the branch, and deploys itself before it deploys the stages. */
export class PipelineDeliveryStack extends Stack {
  constructor(scope: Construct, id: string, props: PipelineDeliveryProps) {
    const { settings, connectionArn, stages, built } = props;
    // A pipeline must lie where its connection does; and it has to know where, to reach stages that lie elsewhere.
    const { account, region } = Arn.split(connectionArn, ArnFormat.SLASH_RESOURCE_NAME);
    super(scope, id, { description: 'The pipeline that delivers Waypost', env: { account, region } });
    new ReleasePipeline(this, 'Release', {
      repository: repositoryName(settings),
      branch: settings.branch,
      connectionArn,
      stages,
      publishedStages: publishedStages(settings),
      built,
      // By bash, as CodePipeline may lose that the file is a program on the way from the repository. And without the
      // same settings again the pipeline would take itself down.
      synthCommands: ['bash .ci/run', `npm run synth:delivery -- ${contextArguments(settings).join(' ')}`],
      assemblyDirectory,
      cliVersion: manifest.devDependencies['aws-cdk'],
    });
  }
}
