import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { IConstruct } from 'constructs';
import settings from '../../../cdk.json' with { type: 'json' };
import { SolutionsChecks } from '../../../infra/checks/solutions-checks.ts';
import { deliverySettingsOf } from '../../../infra/delivery/delivery-settings.ts';

// `npm run synth:delivery` validates what is deployed.
export const newApp = (): App =>
  new App({ context: settings.context, analyticsReporting: false, builtinCloudFormationValidation: false });

/** Returns the delivery settings for this context, as the delivery app reads them. */
export const settingsWith = (context: Readonly<Record<string, string>>) =>
  deliverySettingsOf((name) => ({ repository: 'example/waypost', repositoryId: '67890', ...context })[name]);

/** Returns violations of the AWS Solutions rules, by construct path and rule. */
export const findingsIn = (scope: IConstruct): readonly string[] =>
  new SolutionsChecks()
    .validateScope(scope)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${constructPath} ${ruleName}`),
    );

export const checked = (stack: Stack) => ({
  template: Template.fromStack(stack),
  findings: findingsIn(stack),
});
