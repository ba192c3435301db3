import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import settings from '../cdk.json' with { type: 'json' };
import { SolutionsChecks } from './checks/solutions-checks.ts';
import { bundleFunctions } from './constructs/functions/function-bundles.ts';
import { addStage, deployedHandlers } from './stacks/stage-stacks.ts';
import { stagesOf, WrongStage } from './stages/stages.ts';

// Feature flags are set here, so that they apply even if the app is not started through the CDK CLI.
const app = new App({ context: settings.context, analyticsReporting: false });
// Only stages on AWS are checked, because a local stack should start quickly.
const stages = chosenStages();
const isDeployed = stages.some(({ name }) => name !== 'local');
if (isDeployed) Validations.of(app).addPlugins(new SolutionsChecks());
const codeOf = bundleFunctions(deployedHandlers, join(app.outdir, 'functions'));
const portal = isDeployed ? await builtPortal(join(app.outdir, 'portal')) : undefined;
for (const stage of stages) addStage(app, stage, { codeOf, portal });
app.synth();

/** Builds the portal. Imports its modules only now, because `npm start` builds the portal separately. */
async function builtPortal(folder: string) {
  const { buildPortal } = await import('./portal/build/build-portal.ts');
  const { portalContent } = await import('./portal/portal-content.ts');
  await buildPortal({ out: folder });
  return portalContent(folder);
}

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
