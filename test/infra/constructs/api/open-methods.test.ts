import { App } from 'aws-cdk-lib';
import { AuthorizationType, MockIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { expect, it } from 'vitest';
import settings from '../../../../cdk.json' with { type: 'json' };
import { SolutionsChecks } from '../../../../infra/checks/solutions-checks.ts';
import { addStage } from '../../../../infra/stacks/stage-stacks.ts';
import { stages } from '../../../../infra/stages/stages.ts';

/** Paths of the constructs that a rule finds fault with. */
const found = (rule: string, change: (api: RestApi) => void): readonly string[] => {
  const app = new App({ context: settings.context, analyticsReporting: false });
  addStage(app, stages.dev, { codeOf: (handler) => Code.fromInline(`// ${handler}`) });
  for (const construct of app.node.findAll()) if (construct instanceof RestApi) change(construct);
  app.synth();
  return new SolutionsChecks()
    .validateScope(app)
    .violations.filter(({ ruleName }) => ruleName === rule)
    .flatMap(({ violatingResources }) => violatingResources.map(({ constructPath }) => constructPath ?? ''));
};

it('a method that anybody may call is found, unless it says for itself why', () => {
  const planted = found('AwsSolutions-APIG4', (api) => {
    api.root
      .resourceForPath('/locations/v2/services')
      .addMethod('PUT', new MockIntegration(), { authorizationType: AuthorizationType.NONE });
  });
  expect(planted).toEqual([expect.stringContaining('/locations/v2/services/PUT')]);
});
