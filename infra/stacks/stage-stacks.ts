import type { App } from 'aws-cdk-lib';
import type { CodeOf } from '../constructs/functions/function-bundles.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import { ApiStack } from './api-stack.ts';
import { DataStack } from './data-stack.ts';

/** The stacks of one stage: `Waypost-Dev-Data` and `Waypost-Dev-Api`. */
export const addStage = (app: App, stage: StageSettings, codeOf: CodeOf): void => {
  const prefix = `Waypost-${stage.name.charAt(0).toUpperCase()}${stage.name.slice(1)}`;
  const stores = new DataStack(app, `${prefix}-Data`, stage);
  new ApiStack(app, `${prefix}-Api`, { stage, stores, codeOf });
};
