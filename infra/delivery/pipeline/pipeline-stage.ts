import { type CfnOutput, Stage } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { CodeOf } from '../../constructs/functions/function-bundles.ts';
import { addStage } from '../../stacks/stage-stacks.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';

/** A stage as a pipeline deploys it: the very stacks that the command line deploys. */
export class PipelineStage extends Stage {
  readonly apiUrl: CfnOutput;

  constructor(scope: Construct, id: string, stage: StageSettings, codeOf: CodeOf) {
    super(scope, id, { stageName: stage.name });
    this.apiUrl = addStage(this, stage, codeOf).apiUrl;
  }
}
