import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DataStack } from '../../../infra/stacks/data-stack.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import {
  parseTemplate,
  resourcesOfType,
  type SynthesisedTemplate,
  stacksOf,
  synthesiseStage,
} from '../../support/templates/synthesised-stage.ts';

/**
 * Maximum number of resources in a stack. CloudFormation accepts at most 500 resources and 1 MB. A stack must be split
 * before it reaches these limits.
 */
const maxResources = 350;
const maxBytes = 700_000;

const environment = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) });

/** Returns each function's environment variables, except for CDK's functions in the portal stack. */
const variablesOf = (stage: StageSettings) => {
  const { portal: _, ...ours } = synthesiseStage(stage);
  return Object.values(ours)
    .flatMap((template) => [...resourcesOfType(template, 'AWS::Lambda::Function')])
    .map(([id, { Properties }]) => ({ id, variables: environment.parse(Properties).Environment.Variables }));
};

describe.each(Object.values(stages))('the stacks of $name', (stage) => {
  it.each(Object.entries(synthesiseStage(stage)))('stay well within the limits: %s', (_, template) => {
    const resources = Object.keys(template.Resources).length;
    expect(resources).toBeGreaterThan(0);
    expect(resources).toBeLessThan(maxResources);
    expect(JSON.stringify(template, null, 1).length).toBeLessThan(maxBytes);
  });
});

it.each([
  [stages.dev, 'Delete'],
  [stages.prod, 'RetainExceptOnCreate'],
])(
  'the logs of $name outlive their stack only in production, where the API is also protected from deletion',
  (stage, policy) => {
    const groups = Object.values(synthesiseStage(stage))
      .flatMap((template) => [...resourcesOfType(template, 'AWS::Logs::LogGroup').values()])
      // The firewall's log group has a fixed name. If it were retained, its stack could not be created again.
      .filter(({ Properties }) => !('LogGroupName' in Properties));
    expect(groups.length).toBeGreaterThan(20);
    expect(new Set(groups.map(({ DeletionPolicy }) => DeletionPolicy))).toEqual(new Set([policy]));
    const api = stacksOf(stage).find(({ name }) => name === 'Api');
    expect(api).toHaveProperty('terminationProtection', stage.storesOutliveStack);
  },
);

describe.each([stages.dev, stages.prod])('the stacks of $name', (stage) => {
  it('are deployed in the order data, publishing, API, watch, portal', () => {
    const dependencies = stacksOf(stage).map((each) => [each.name, each.dependencies.toSorted()]);
    expect(Object.fromEntries(dependencies)).toEqual({
      Data: [],
      Publishing: ['Data'],
      // The publisher writes a new format before functions read it.
      Api: ['Data', 'Publishing'],
      Watch: ['Api', 'Data', 'Publishing'],
      // The pages need the API's address. If the portal fails to deploy, the alarms already exist.
      Portal: ['Api', 'Data', 'Watch'],
    });
  });

  // The tests of the running stack show that the local stack's variables are enough.
  it('give functions the same environment variables as the local stack, within Lambda’s limit', () => {
    const namesOf = (settings: StageSettings) =>
      variablesOf(settings).map(({ id, variables }) => [id, Object.keys(variables).toSorted()]);
    expect(namesOf(stage).length).toBeGreaterThan(20);
    expect(namesOf(stage)).toEqual(namesOf(stages.local));
    // Lambda's limit is 4 KB.
    for (const { id, variables } of variablesOf(stage))
      expect(JSON.stringify(variables).length, id).toBeLessThan(3_700);
  });
});

const exportsOf = ({ Outputs }: SynthesisedTemplate): readonly string[] =>
  Object.keys(Outputs)
    .filter((name) => name.startsWith('ExportsOutput'))
    .toSorted();

// A release that drops an export cannot be deployed while the stacks of the previous release import it.
it('the data stack has the same exports whatever other stacks use, and with or without backups', () => {
  const app = new App({ analyticsReporting: false, builtinCloudFormationValidation: false });
  const { stackName } = new DataStack(app, 'Data', stages.prod, {});
  const alone = exportsOf(parseTemplate(app.synth().getStackByName(stackName).template));
  const { backups: _, ...withoutBackups } = stages.prod;
  expect(alone.length).toBeGreaterThan(30);
  expect(exportsOf(synthesiseStage(stages.prod).data)).toEqual(alone);
  expect(exportsOf(synthesiseStage(withoutBackups).data)).toEqual(alone);
});
