import { expect, it } from 'vitest';
import * as z from 'zod';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

const lambdaFunction = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});

/** All but the portal's, whose one function is the CDK's and uploads files. */
const ourStacks = (stage: StageSettings) => {
  const { portal: _, ...others } = synthesiseStage(stage);
  return others;
};

/** Names of what each function is told, by its logical id. */
const environmentsOf = (stage: StageSettings) =>
  Object.values(ourStacks(stage))
    .flatMap((template) => [...resourcesOfType(template, 'AWS::Lambda::Function')])
    .map(([id, { Properties }]) => [
      id,
      Object.keys(lambdaFunction.parse(Properties).Environment.Variables).toSorted(),
    ]);

const told = { dev: environmentsOf(stages.dev), prod: environmentsOf(stages.prod) };
const toldOnOneMachine = environmentsOf(stages.local);

// Bundles are started with what the local stage tells them: this is what makes that say something of the others.
it.each(Object.entries(told))('functions of %s are told the same as on one machine', (_, environments) => {
  expect(environments.length).toBeGreaterThan(20);
  expect(environments).toEqual(toldOnOneMachine);
});
