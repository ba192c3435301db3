import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import settings from '../cdk.json' with { type: 'json' };
import { SolutionsChecks } from './checks/solutions-checks.ts';
import { bundleFunctions } from './constructs/functions/function-bundles.ts';
import { buildPortal } from './portal/build/build-portal.ts';
import { portalContent } from './portal/portal-content.ts';
import { addStage, deployedHandlers } from './stacks/stage-stacks.ts';
import { stagesOf, WrongStage } from './stages/stages.ts';

// Feature flags are set here, so that they apply even if the app is not started through the CDK CLI.
const app = new App({ context: settings.context, analyticsReporting: false });
// Checks only the stages on AWS, because a local stack should start quickly.
const stages = chosenStages();
const isDeployed = stages.some(({ name }) => name !== 'local');
if (isDeployed) Validations.of(app).addPlugins(new SolutionsChecks());
const portalFolder = join(app.outdir, 'portal');
// The function bundles and the portal are built at the same time, because esbuild is a separate process.
const hasPortal = app.node.tryGetContext('portal') !== false;
const building = hasPortal && buildPortal({ out: portalFolder });
const codeOf = bundleFunctions(deployedHandlers, join(app.outdir, 'functions'));
await building;
const portal = isDeployed ? portalContent(portalFolder) : undefined;
for (const stage of stages) addStage(app, stage, { codeOf, portal });
app.synth();

/** Prints the reason and exits if the stage does not exist. */
function chosenStages() {
  try {
    return stagesOf(app.node.tryGetContext('stage'));
  } catch (error) {
    if (!(error instanceof WrongStage)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
