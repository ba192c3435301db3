import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import settings from '../../../cdk.json' with { type: 'json' };
import { SolutionsChecks } from '../../../infra/checks/solutions-checks.ts';
import type { CodeOf } from '../../../infra/constructs/functions/function-bundles.ts';
import { deliverySettingsOf } from '../../../infra/delivery/delivery-settings.ts';

export const newApp = (): App => new App({ context: settings.context, analyticsReporting: false });

/** The handlers are not bundled: each function's code is the name of its file. */
export const inlineCode: CodeOf = (handler) => Code.fromInline(`// ${handler}`);

/** Settings as the delivery app reads them. */
export const settingsWith = (context: Readonly<Record<string, string>> = {}) =>
  deliverySettingsOf((name) => ({ repository: 'example/waypost', ...context })[name]);

/** The template of a stack, and what the AWS Solutions rules find in the stack itself. */
export const checked = (stack: Stack) => {
  const template = Template.fromStack(stack);
  const findings = new SolutionsChecks()
    .validateScope(stack)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${constructPath} ${ruleName}`),
    );
  return { template, findings };
};
