import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { keyRefusals } from '../../../../shared/observability/figures.ts';
import { alarmsOf } from '../../../support/templates/synthesised-alarms.ts';
import { handlerOf } from '../../../support/templates/synthesised-api.ts';
import { synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const { api, watch } = synthesiseStage(stages.prod);
const alarms = alarmsOf(api).filter(({ AlarmName }) => AlarmName === 'waypost-prod-authoriser-failing');
const [alarm] = alarms;
const [expression = ''] = alarm?.Metrics?.flatMap(({ Expression }) => Expression ?? []) ?? [];

/** Whether a minute counts as one in which the authoriser fails: the alarm's own arithmetic, worked out. */
const isFailing = (errors: number, refused: number): boolean => {
  const terms = /^([\d.]+) \* errors - SUM\(\[errors, refused0, refused1, refused2, refused3, refused4\]\)$/;
  const [, factor] = terms.exec(expression) ?? [];
  return Number(factor) * errors - (errors + refused) >= 1;
};

const dimensions = z.object({
  FunctionName: z.object({ Ref: z.string() }),
  Resource: z.object({ 'Fn::Join': z.tuple([z.literal(''), z.tuple([z.unknown(), z.literal(':live')])]) }),
});

describe('the alarm of the authoriser', () => {
  it("takes the keys that were refused, for whatever reason, from the errors of what clients' requests meet", () => {
    const [errors, ...refused] = alarm?.watched ?? [];
    expect(errors).toMatchObject({ namespace: 'AWS/Lambda', name: 'Errors' });
    const { FunctionName } = dimensions.parse(errors?.dimensions);
    expect(handlerOf(api, FunctionName.Ref)).toBe('functions/platform/authorise-api-key.ts');
    expect(refused).toEqual(
      keyRefusals.map((reason) => ({
        namespace: 'Waypost/prod',
        name: 'KeysRefused',
        dimensions: { service: 'platform', reason },
      })),
    );
  });

  it('rises where it fails in two minutes of five, and while nobody asks it does not', () => {
    expect(alarm).toMatchObject({
      EvaluationPeriods: 5,
      DatapointsToAlarm: 2,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Threshold: 1,
      TreatMissingData: 'notBreaching',
      seconds: 300,
    });
  });

  it.each([
    { errors: 2, refused: 0 },
    { errors: 10, refused: 7 },
    { errors: 1_000, refused: 800 },
  ])('counts a minute of $errors errors with $refused refused keys', ({ errors, refused }) => {
    expect(isFailing(errors, refused)).toBe(true);
  });

  it.each([
    // One that began in the minute before its figure was written.
    { errors: 1, refused: 0 },
    { errors: 10, refused: 9 },
    { errors: 40, refused: 40 },
    // A flood of bad keys, of which a tenth lay on the other side of the minute.
    { errors: 1_000, refused: 900 },
    { errors: 900, refused: 1_000 },
  ])('does not count a minute of $errors errors with $refused refused keys', ({ errors, refused }) => {
    expect(isFailing(errors, refused)).toBe(false);
  });

  it('is the only one that tells of it', () => {
    expect(alarms).toHaveLength(1);
    const others = alarmsOf(watch).flatMap(({ watched }) => watched.map(({ name }) => name));
    expect(others).not.toContain('AuthoriserFailures');
  });
});
