import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type AlarmHouse, StageAlarm } from './stage-alarm.ts';

export interface UnadmittedClientsProps extends AlarmHouse {
  /** Access log of API Gateway. */
  readonly accessLog: ILogGroup;
}

/**
 * Alarm on valid keys whose client is unknown to the usage plans, because its API Gateway key was deleted. Counted in
 * the access log, as no metric distinguishes these refusals.
 */
export class UnadmittedClients extends Construct {
  constructor(scope: Construct, id: string, props: UnadmittedClientsProps) {
    super(scope, id);
    const refusals = new MetricFilter(this, 'Refusals', {
      logGroup: props.accessLog,
      filterPattern: FilterPattern.stringValue('$.responseType', '=', 'INVALID_API_KEY'),
      // Separate from the namespace of the functions' metrics.
      metricNamespace: `AccessLog/${props.stage.name}`,
      metricName: 'UnadmittedRequests',
      metricValue: '1',
    });
    new StageAlarm(this, 'clients-unadmitted', props, {
      metric: refusals.metric({ statistic: Stats.SUM, period: Duration.minutes(5) }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // A client that calls while it is being admitted is refused once or twice.
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription:
        'A client with a good key is refused with 401: it has no key of API Gateway in a usage plan. Run waypost keys ' +
        'sync, which makes it again; the access log has the id of the key, where responseType is INVALID_API_KEY.',
    });
  }
}
