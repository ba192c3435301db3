import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import settings from '../cdk.json' with { type: 'json' };
import { SolutionsChecks } from './checks/solutions-checks.ts';
import { bundleFunctions } from './constructs/functions/function-bundles.ts';
import { addStage, deployedHandlers } from './stacks/stage-stacks.ts';
import { WrongStage } from './stages/parse-stages.ts';
import { stagesOf } from './stages/stages.ts';

// The feature flags hold however the app is started, not by the CDK's command line alone.
const app = new App({ context: settings.context, analyticsReporting: false });
// Checking is for what goes to AWS; a stack on one machine is to start soon.
const stages = chosenStages();
if (stages.some(({ name }) => name !== 'local')) Validations.of(app).addPlugins(new SolutionsChecks());
const codeOf = bundleFunctions(deployedHandlers, join(app.outdir, 'functions'));
for (const stage of stages) addStage(app, stage, codeOf);
app.synth();

/** Ends the process where there is no such stage: whoever asked for it needs the reason, and no stack. */
function chosenStages() {
  try {
    return stagesOf(app.node.tryGetContext('stage'));
  } catch (error) {
    if (!(error instanceof WrongStage)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
