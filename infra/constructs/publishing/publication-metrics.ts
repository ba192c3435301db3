import type { Duration } from 'aws-cdk-lib';
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { figureMetric } from '../monitoring/figure-metrics.ts';

export interface PublicationMetricsProps {
  readonly publisher: IFunction;
  /** Where that ends which did not come to a publication. */
  readonly undelivered: IQueue;
  readonly stage: StageSettings;
}

/** What publishing is watched by: what its functions count, each under its service, and what Lambda and SQS do. */
export const metricsOfPublication = ({ publisher, undelivered, stage }: PublicationMetricsProps) => ({
  count: (
    name: 'PublicationSucceeded' | 'PublicationRefused' | 'PublicationHeld',
    period: Duration,
  ): Metric => figureMetric(stage, name, 'platform', { statistic: Stats.SUM, period }),
  /** Seconds since the catalogue that the service answers from was published: its oldest instance's. */
  catalogueAge: (service: 'locations-v2' | 'locations-v3', period: Duration): Metric =>
    figureMetric(stage, 'CatalogueAge', service, { statistic: Stats.MAXIMUM, period }),
  publisherErrors: (period: Duration): Metric => publisher.metricErrors({ period }),
  undelivered: (period: Duration): Metric =>
    undelivered.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period }),
});
