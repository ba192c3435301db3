import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type AlarmHouse, StageAlarm } from './stage-alarm.ts';

/**
 * Highest accepted share of 5xx answers. A failing function with a twentieth of the traffic reaches it while its new
 * version takes a tenth of the requests; one bad answer in a thousand does not.
 */
const mostFailed = 0.005;

export interface ApiErrorsAlarmProps extends AlarmHouse {
  /** Name of the API in its metrics. */
  readonly apiName: string;
}

/** Alarm on 5xx answers of the API: by a function, for a failed function, or for a failed authoriser. */
export class ApiErrorsAlarm extends StageAlarm {
  constructor(scope: Construct, props: ApiErrorsAlarmProps) {
    super(scope, 'api-errors', props, {
      // By name, as the API's stage is deployed after the functions that this alarm guards.
      metric: new Metric({
        namespace: 'AWS/ApiGateway',
        metricName: '5XXError',
        dimensionsMap: { ApiName: props.apiName, Stage: props.stage.name },
        statistic: Stats.AVERAGE,
        period: Duration.minutes(1),
      }),
      threshold: mostFailed,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 5,
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription:
        'The API answers 5xx to one request in two hundred or more. A deployment that is under way is taken back by ' +
        'itself. Else the access log says for which operations; an alarm functions-failing or the log of these ' +
        'functions or of the authoriser says why. All operations of a store together: see whether DynamoDB or S3 is down.',
    });
  }
}
