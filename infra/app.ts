import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import settings from '../cdk.json' with { type: 'json' };
import { SolutionsChecks } from './checks/solutions-checks.ts';
import { bundleFunctions } from './constructs/functions/function-bundles.ts';
import { addStage, deployedHandlers } from './stacks/stage-stacks.ts';
import { stagesOf } from './stages/stages.ts';

// The feature flags hold however the app is started, not by the CDK's command line alone.
const app = new App({ context: settings.context, analyticsReporting: false });
// Checking is for what goes to AWS; a stack on one machine is to start soon.
const stages = stagesOf(app.node.tryGetContext('stage'));
if (stages.some(({ name }) => name !== 'local')) Validations.of(app).addPlugins(new SolutionsChecks());
const codeOf = bundleFunctions(deployedHandlers, join(app.outdir, 'functions'));
for (const stage of stages) addStage(app, stage, codeOf);
app.synth();
