import { type CfnOutput, Stage } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { addStage, type BuiltStage } from '../../stacks/stage-stacks.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';

/** A stage as a pipeline deploys it: the very stacks that the command line deploys. */
export class PipelineStage extends Stage {
  readonly apiUrl: CfnOutput;

  constructor(scope: Construct, id: string, stage: StageSettings, built: BuiltStage) {
    super(scope, id, { stageName: stage.name });
    this.apiUrl = addStage(this, stage, built).apiUrl;
  }
}
