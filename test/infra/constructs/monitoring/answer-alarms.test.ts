import { describe, expect, it } from 'vitest';
import { routes } from '../../../../infra/routes/routes.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { alarmsOf } from '../../../support/templates/synthesised-alarms.ts';
import { synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const prefix = 'waypost-prod-answers-failing-';
const alarms = alarmsOf(synthesiseStage(stages.prod).api).filter(({ AlarmName }) =>
  AlarmName.startsWith(prefix),
);

describe('the alarms of answers of 500 and above', () => {
  it('are there for every service that has operations, each with its own answers', () => {
    const services = new Set(routes.map(({ handler }) => handler.split('/')[1] ?? ''));
    expect(alarms.map(({ AlarmName }) => AlarmName.slice(prefix.length)).toSorted()).toEqual(
      [...services].toSorted(),
    );
    for (const { AlarmName, watched } of alarms) {
      const service = AlarmName.slice(prefix.length);
      expect(watched).toEqual([
        { namespace: 'Waypost/prod', name: 'AnswersFailed', dimensions: { service } },
      ]);
    }
  });

  it('rise for a single answer in each of three minutes of five, and while nobody asks they do not', () => {
    for (const alarm of alarms) {
      expect(alarm).toMatchObject({
        Statistic: 'Sum',
        EvaluationPeriods: 5,
        DatapointsToAlarm: 3,
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        Threshold: 1,
        TreatMissingData: 'notBreaching',
        seconds: 300,
      });
    }
  });
});
