import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import settings from '../cdk.json' with { type: 'json' };
import { bundleFunctions } from './constructs/functions/function-bundles.ts';
import { addStage, deployedHandlers } from './stacks/stage-stacks.ts';
import { stagesOf } from './stages/stages.ts';

// The feature flags hold however the app is started, not by the CDK's command line alone.
const app = new App({ context: settings.context, analyticsReporting: false });
const codeOf = bundleFunctions(deployedHandlers, join(app.outdir, 'functions'));
for (const stage of stagesOf(app.node.tryGetContext('stage'))) addStage(app, stage, codeOf);
app.synth();
