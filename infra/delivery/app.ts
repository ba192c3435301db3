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
import { PermissionsStack, StagePermissionsStack } from './permissions-stack.ts';
import { PipelineDeliveryStack } from './pipeline-delivery-stack.ts';
import {
  deployedPipeline,
  pipelineBoundary,
  pipelineStatements,
  placeOfConnection,
} from './pipeline-permissions.ts';

// Feature flags are set here, so that they apply even if the app is not started through the CDK CLI.
const app = new App({ context: cdk.context, analyticsReporting: false });
Validations.of(app).addPlugins(new SolutionsChecks());
const settings = readOrExit(() => deliverySettingsOf((name) => app.node.tryGetContext(name)));
// If stages have their own accounts, each account gets only the policies and the role of its stage.
const stagesOfAccount = readOrExit(() => stagesOf(app.node.tryGetContext('stage')));
for (const stage of stagesOfAccount) new StagePermissionsStack(app, stage);
new GitHubDeliveryStack(app, 'Waypost-Delivery-GitHub', settings, stagesOfAccount);
const { connectionArn } = settings;
if (connectionArn !== undefined) {
  const { prefix } = deployedPipeline;
  new PermissionsStack(app, `${prefix}-Permissions`, {
    env: placeOfConnection(connectionArn),
    deployed: deployedPipeline,
    policies: pipelineStatements(connectionArn),
    boundary: pipelineBoundary(connectionArn),
  });
  const portalFolder = join(app.outdir, 'portal');
  // The function bundles and the portal are built at the same time, because esbuild is a separate process.
  const building = buildPortal({ out: portalFolder });
  const codeOf = bundleFunctions(deployedHandlers, join(app.outdir, 'functions'));
  await building;
  const built = { codeOf, portal: portalContent(portalFolder) };
  const stages = stagesOf(undefined);
  new PipelineDeliveryStack(app, prefix, { settings, connectionArn, stages, built });
}
app.synth();

/** Returns the result of `read`. If the settings are wrong, prints the message without a stack trace and exits. */
function readOrExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WrongDeliverySettings || error instanceof WrongStage)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
