import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import cdk from '../../cdk.json' with { type: 'json' };
import { SolutionsChecks } from '../checks/solutions-checks.ts';
import { bundleFunctions } from '../constructs/functions/function-bundles.ts';
import { deployedHandlers } from '../stacks/stage-stacks.ts';
import { stagesOf } from '../stages/stages.ts';
import { type DeliverySettings, deliverySettingsOf, WrongDeliverySettings } from './delivery-settings.ts';
import { GitHubDeliveryStack } from './github-delivery-stack.ts';
import { PipelineDeliveryStack } from './pipeline-delivery-stack.ts';

// The feature flags hold however the app is started, not by the CDK's command line alone.
const app = new App({ context: cdk.context, analyticsReporting: false });
Validations.of(app).addPlugins(new SolutionsChecks());
const settings = givenSettings();
// Where stages have accounts of their own, each account's role is for its own stage alone.
const stagesOfRole = stagesOf(app.node.tryGetContext('stage'));
new GitHubDeliveryStack(app, 'Waypost-Delivery-GitHub', settings, stagesOfRole);
const { connectionArn } = settings;
if (connectionArn !== undefined) {
  const codeOf = bundleFunctions(deployedHandlers, join(app.outdir, 'functions'));
  const stages = stagesOf(undefined);
  new PipelineDeliveryStack(app, 'Waypost-Delivery-Pipeline', { settings, connectionArn, stages, codeOf });
}
app.synth();

/** Ends the process where they are wrong: whoever gave them needs the reason, and no stack. */
function givenSettings(): DeliverySettings {
  try {
    return deliverySettingsOf((name) => app.node.tryGetContext(name));
  } catch (error) {
    if (!(error instanceof WrongDeliverySettings)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
