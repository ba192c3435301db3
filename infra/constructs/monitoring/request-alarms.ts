import { Duration } from 'aws-cdk-lib';
import {
  ComparisonOperator,
  type MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import type { OperationFunction } from '../functions/operation-function.ts';
import { metricSum } from './metric-sum.ts';
import { slowWords } from './slow-words.ts';
import { type AlarmHouse, StageAlarm } from './stage-alarm.ts';
import { throttledWords } from './throttled-words.ts';

const fiveMinutes = Duration.minutes(5);

/** Slow even for a search that includes a cold start and reading the catalogue. */
const slowMilliseconds = 3_000;

/** Ten minutes of the last fifteen, so that one bad moment raises no alarm. */
const forTenMinutes = {
  threshold: 1,
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  evaluationPeriods: 3,
  datapointsToAlarm: 2,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};

export interface RequestAlarmsProps extends AlarmHouse {
  readonly stage: Pick<StageSettings, 'name' | 'tracing' | 'writersReservedConcurrency'>;
  /** Name of the API in its metrics. */
  readonly apiName: string;
  readonly functions: readonly OperationFunction[];
}

/** Returns throttled invocations of these functions; an alarm has room for one service's functions, not for all. */
const throttlesOf = (functions: readonly OperationFunction[]): MathExpression =>
  metricSum({
    each: 'throttles',
    metrics: functions.map((each) =>
      each.metricThrottles({ statistic: Stats.SUM, period: fiveMinutes, label: each.node.id }),
    ),
    label: 'Throttled',
    period: fiveMinutes,
  });

/** Alarms on what clients notice besides 5xx, which the API's own stack watches. No traffic is not an alarm. */
export class RequestAlarms extends Construct {
  constructor(scope: Construct, id: string, props: RequestAlarmsProps) {
    super(scope, id);
    const { stage, apiName, functions } = props;

    new StageAlarm(this, 'api-slow', props, {
      metric: new Metric({
        namespace: 'AWS/ApiGateway',
        metricName: 'Latency',
        dimensionsMap: { ApiName: apiName, Stage: stage.name },
        statistic: Stats.p(99),
        period: fiveMinutes,
      }),
      threshold: slowMilliseconds,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 3,
      // With few requests, the slowest is merely a cold start.
      evaluateLowSampleCountPercentile: 'ignore',
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: slowWords(stage),
    });

    for (const [service, itsFunctions] of Map.groupBy(functions, (each) => each.service)) {
      new StageAlarm(this, `throttled-${service}`, props, {
        ...forTenMinutes,
        metric: throttlesOf(itsFunctions),
        alarmDescription: throttledWords(service, stage),
      });
    }
  }
}
