import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import manifest from '../../package.json' with { type: 'json' };
import type { CodeOf } from '../constructs/functions/function-bundles.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import { type DeliverySettings, repositoryName } from './delivery-settings.ts';
import { ReleasePipeline } from './pipeline/release-pipeline.ts';

/** Where `npm run synth:delivery` writes. */
const assemblyDirectory = 'dist/delivery';

export interface PipelineDeliveryProps {
  readonly settings: DeliverySettings;
  readonly connectionArn: string;
  readonly stages: readonly StageSettings[];
  readonly codeOf: CodeOf;
}

/** The way of AWS itself: a pipeline that follows the branch, and deploys itself before it deploys the stages. */
export class PipelineDeliveryStack extends Stack {
  constructor(scope: Construct, id: string, props: PipelineDeliveryProps) {
    super(scope, id, { description: 'The pipeline that delivers Waypost' });
    const { settings, connectionArn, stages, codeOf } = props;
    new ReleasePipeline(this, 'Release', {
      repository: repositoryName(settings),
      branch: settings.branch,
      connectionArn,
      stages,
      codeOf,
      synthCommands: ['.ci/run', `npm run synth:delivery -- ${contextOf(settings).join(' ')}`],
      assemblyDirectory,
      cliVersion: manifest.devDependencies['aws-cdk'],
    });
  }
}

/** The same settings again, for the pipeline's own synthesis: without them it would take itself down. */
const contextOf = ({ qualifier, ...settings }: DeliverySettings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [`-c ${name}=${value}`]));
