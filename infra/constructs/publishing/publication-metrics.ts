import type { Duration } from 'aws-cdk-lib';
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { figureMetric } from '../monitoring/figure-metrics.ts';

export interface PublicationMetricsProps {
  readonly publisher: IFunction;
  /** Queue of triggers that led to no publication. */
  readonly undelivered: IQueue;
  readonly stage: StageSettings;
}

/** Creates the metrics of publishing: those of its functions, by service, and those of Lambda and SQS. */
export const metricsOfPublication = ({ publisher, undelivered, stage }: PublicationMetricsProps) => ({
  count: (
    name: 'PublicationSucceeded' | 'PublicationRefused' | 'PublicationHeld',
    period: Duration,
  ): Metric => figureMetric(stage, name, 'platform', { statistic: Stats.SUM, period }),
  /** Seconds since the publication of the catalogue in use, of the service's oldest instance. */
  catalogueAge: (service: 'locations-v2' | 'locations-v3', period: Duration): Metric =>
    figureMetric(stage, 'CatalogueAge', service, { statistic: Stats.MAXIMUM, period }),
  publisherErrors: (period: Duration): Metric => publisher.metricErrors({ period }),
  undelivered: (period: Duration): Metric =>
    undelivered.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period }),
});
