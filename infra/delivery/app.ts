import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import cdk from '../../cdk.json' with { type: 'json' };
import { SolutionsChecks } from '../checks/solutions-checks.ts';
import { bundleFunctions } from '../constructs/functions/function-bundles.ts';
import { buildPortal } from '../portal/build/build-portal.ts';
import { portalContent } from '../portal/portal-content.ts';
import { deployedHandlers } from '../stacks/stage-stacks.ts';
import { stagesOf, WrongStage } from '../stages/stages.ts';
import { deliverySettingsOf, WrongDeliverySettings } from './delivery-settings.ts';
import { GitHubDeliveryStack } from './github-delivery-stack.ts';
import { PipelineDeliveryStack } from './pipeline-delivery-stack.ts';

// The feature flags hold however the app is started, not by the CDK's command line alone.
const app = new App({ context: cdk.context, analyticsReporting: false });
Validations.of(app).addPlugins(new SolutionsChecks());
const settings = given(() => deliverySettingsOf((name) => app.node.tryGetContext(name)));
// Where stages have accounts of their own, each account's role is for its own stage alone.
const stagesOfRole = given(() => stagesOf(app.node.tryGetContext('stage')));
new GitHubDeliveryStack(app, 'Waypost-Delivery-GitHub', settings, stagesOfRole);
const { connectionArn } = settings;
if (connectionArn !== undefined) {
  const portalFolder = join(app.outdir, 'portal');
  // esbuild runs beside this process: both are under way at the same time.
  const building = buildPortal({ out: portalFolder });
  const codeOf = bundleFunctions(deployedHandlers, join(app.outdir, 'functions'));
  await building;
  const built = { codeOf, portal: portalContent(portalFolder) };
  const stages = stagesOf(undefined);
  new PipelineDeliveryStack(app, 'Waypost-Delivery-Pipeline', { settings, connectionArn, stages, built });
}
app.synth();

/** Ends the process where what was given cannot be: whoever gave it needs the reason, and no stack. */
function given<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WrongDeliverySettings || error instanceof WrongStage)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
