import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type AlarmHouse, StageAlarm } from './stage-alarm.ts';

export interface UnadmittedClientsProps extends AlarmHouse {
  /** What API Gateway writes of each request. */
  readonly accessLog: ILogGroup;
}

/**
 * Rises when a key is good, and the client that has it is unknown to the usage plans: somebody deleted its key of API
 * Gateway. No metric tells such a refusal from any other, so that it is counted in the access log.
 */
export class UnadmittedClients extends Construct {
  constructor(scope: Construct, id: string, props: UnadmittedClientsProps) {
    super(scope, id);
    const refusals = new MetricFilter(this, 'Refusals', {
      logGroup: props.accessLog,
      filterPattern: FilterPattern.stringValue('$.responseType', '=', 'INVALID_API_KEY'),
      // Not that of the figures, which functions write.
      metricNamespace: `AccessLog/${props.stage.name}`,
      metricName: 'UnadmittedRequests',
      metricValue: '1',
    });
    new StageAlarm(this, 'clients-unadmitted', props, {
      metric: refusals.metric({ statistic: Stats.SUM, period: Duration.minutes(5) }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // A client that is being admitted, and asks too early, is refused once or twice.
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription:
        'A client with a good key is refused with 401: it has no key of API Gateway in a usage plan. Run waypost keys ' +
        'sync, which makes it again; the access log has the id of the key, where responseType is INVALID_API_KEY.',
    });
  }
}
