import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import settings from '../cdk.json' with { type: 'json' };
import { SolutionsChecks } from './checks/solutions-checks.ts';
import { bundleFunctions } from './constructs/functions/function-bundles.ts';
import { buildPortal } from './portal/build/build-portal.ts';
import { portalContent } from './portal/portal-content.ts';
import { addStage, deployedHandlers } from './stacks/stage-stacks.ts';
import { stagesOf, WrongStage } from './stages/stages.ts';

// The feature flags hold however the app is started, not by the CDK's command line alone.
const app = new App({ context: settings.context, analyticsReporting: false });
// Checking is for what goes to AWS; a stack on one machine is to start soon.
const stages = chosenStages();
const isDeployed = stages.some(({ name }) => name !== 'local');
if (isDeployed) Validations.of(app).addPlugins(new SolutionsChecks());
const portalFolder = join(app.outdir, 'portal');
// esbuild runs beside this process: both are under way at the same time. On one machine nothing compresses files later.
const building = buildPortal({ out: portalFolder, compressed: !isDeployed });
const codeOf = bundleFunctions(deployedHandlers, join(app.outdir, 'functions'));
await building;
const portal = isDeployed ? portalContent(portalFolder) : undefined;
for (const stage of stages) addStage(app, stage, { codeOf, portal });
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
