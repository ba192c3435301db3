import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { StageSettings } from '../../../../infra/stages/stage-settings.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { alarmsOf } from '../../../support/templates/synthesised-alarms.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const slowWordsOf = (stage: StageSettings): string => {
  const { watch } = synthesiseStage(stage);
  const alarm = alarmsOf(watch).find(({ AlarmName }) => AlarmName === `waypost-${stage.name}-api-slow`);
  return alarm?.AlarmDescription ?? 'no such alarm';
};

const tracesOf = (stage: StageSettings): readonly unknown[] =>
  Object.values(synthesiseStage(stage))
    .flatMap((template) => [...resourcesOfType(template, 'AWS::Lambda::Function').values()])
    .flatMap(({ Properties }) => Properties.TracingConfig ?? []);

const logged = z.object({
  AccessLogSetting: z.object({
    Format: z
      .string()
      .transform((text) => Object.keys(z.record(z.string(), z.string()).parse(JSON.parse(text)))),
  }),
});

/** Names of what the access log of a stage has of each request. */
const loggedBy = (stage: StageSettings): readonly string[] =>
  [...resourcesOfType(synthesiseStage(stage).api, 'AWS::ApiGateway::Stage').values()].flatMap(
    ({ Properties }) => logged.parse(Properties).AccessLogSetting.Format,
  );

describe('the alarm of a slow API', () => {
  it('speaks of traces where the functions are traced', () => {
    expect(tracesOf(stages.dev)).not.toEqual([]);
    expect(slowWordsOf(stages.dev)).toContain('see its traces');
    expect(slowWordsOf(stages.dev)).not.toContain('access log');
  });

  it('speaks of what the access log has where they are not', () => {
    expect(tracesOf(stages.prod)).toEqual([]);
    const words = slowWordsOf(stages.prod);
    expect(words).not.toContain('traces');
    const [, afterLog = ''] = words.split('see in the access log');
    const named = afterLog.match(/\b[a-z]+[A-Z]\w+/g) ?? [];
    expect(named).toContain('responseLatency');
    expect(loggedBy(stages.prod)).toEqual(expect.arrayContaining(named));
  });

  it('speaks of traces once prod is traced while a fault is looked for', () => {
    expect(slowWordsOf({ ...stages.prod, tracing: true })).toContain('see its traces');
  });
});
