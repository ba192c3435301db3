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

// Feature flags apply however the app is started, not only through the CDK's command line.
const app = new App({ context: cdk.context, analyticsReporting: false });
Validations.of(app).addPlugins(new SolutionsChecks());
const settings = readOrExit(() => deliverySettingsOf((name) => app.node.tryGetContext(name)));
// If stages have their own accounts, the role in each account is only for its stage.
const stagesOfRole = readOrExit(() => stagesOf(app.node.tryGetContext('stage')));
new GitHubDeliveryStack(app, 'Waypost-Delivery-GitHub', settings, stagesOfRole);
const { connectionArn } = settings;
if (connectionArn !== undefined) {
  const portalFolder = join(app.outdir, 'portal');
  // esbuild runs in another process, so both builds run at the same time.
  const building = buildPortal({ out: portalFolder });
  const codeOf = bundleFunctions(deployedHandlers, join(app.outdir, 'functions'));
  await building;
  const built = { codeOf, portal: portalContent(portalFolder) };
  const stages = stagesOf(undefined);
  new PipelineDeliveryStack(app, 'Waypost-Delivery-Pipeline', { settings, connectionArn, stages, built });
}
app.synth();

/** Exits with the message, without a stack trace, if the settings are wrong. */
function readOrExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WrongDeliverySettings || error instanceof WrongStage)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
