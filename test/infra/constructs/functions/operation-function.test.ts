import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { StageSettings } from '../../../../infra/stages/stage-settings.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const logging = z.object({
  LoggingConfig: z.object({ ApplicationLogLevel: z.string() }),
  Environment: z.object({ Variables: z.looseObject({ POWERTOOLS_LOG_LEVEL: z.string() }) }),
});

const levelsOf = (logLevel: StageSettings['logLevel']) => {
  const { api, publishing } = synthesiseStage({ ...stages.dev, logLevel });
  const levels = [api, publishing].flatMap((template) =>
    [...resourcesOfType(template, 'AWS::Lambda::Function').values()]
      .map(({ Properties }) => logging.safeParse(Properties))
      .flatMap(({ data }) => data ?? [])
      .map(({ LoggingConfig, Environment }) => [
        LoggingConfig.ApplicationLogLevel,
        Environment.Variables.POWERTOOLS_LOG_LEVEL,
      ]),
  );
  expect(levels.length).toBeGreaterThan(20);
  return [...new Set(levels.map((each) => each.join(' of Lambda, of the logger ')))];
};

describe('what a function logs', () => {
  it('loses no figures, which Lambda takes for INFO, to a stage that logs errors alone', () => {
    expect(levelsOf('ERROR')).toEqual(['INFO of Lambda, of the logger ERROR']);
  });

  it('is everything where the stage asks for it', () => {
    expect(levelsOf('DEBUG')).toEqual(['DEBUG of Lambda, of the logger DEBUG']);
  });
});
