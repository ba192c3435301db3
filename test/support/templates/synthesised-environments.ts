import * as z from 'zod';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { handlerOf } from './synthesised-api.ts';
import { resourcesOfType, synthesiseStage } from './synthesised-stage.ts';

/** Replaces values that are known only at deployment, such as table names, with a placeholder. */
const value = z.union([z.string(), z.looseObject({}).transform(() => 'named-by-the-deployment')]);

const withEnvironment = z.object({
  Environment: z.object({ Variables: z.record(z.string(), value) }),
});

/** Returns the environment variables of a stage's functions in its templates, by handler file. */
export const environmentsByHandler = (
  stage: StageSettings,
): ReadonlyMap<string, Readonly<Record<string, string>>> => {
  const { api, publishing } = synthesiseStage(stage);
  return new Map(
    [api, publishing].flatMap((template) =>
      [...resourcesOfType(template, 'AWS::Lambda::Function')].map(([id, { Properties }]) => [
        handlerOf(template, id),
        withEnvironment.parse(Properties).Environment.Variables,
      ]),
    ),
  );
};
