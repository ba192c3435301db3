import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

/** Figures for CloudWatch, written to the log as one JSON line in its embedded metric format. */
const metrics = new Metrics({
  namespace: process.env.POWERTOOLS_METRICS_NAMESPACE ?? 'Waypost',
  serviceName: process.env.POWERTOOLS_SERVICE_NAME ?? 'waypost',
});

/** CatalogueAge: how many seconds ago the catalogue was published that this instance answers from. */
export const recordCatalogueAge = (seconds: number): void => {
  metrics.addMetric('CatalogueAge', MetricUnit.Seconds, Math.max(0, seconds)).publishStoredMetrics();
};

/** How a run of the publisher ended that had its turn. */
export type PublicationOutcome = 'Succeeded' | 'Refused' | 'Held' | 'Failed';

/** What a run of the publisher measured; what it did not come to is absent. */
export interface PublicationFigures {
  /** From the beginning of the run to its end. */
  readonly seconds: number;
  readonly locations?: number;
  /** Rows of the tables that could not be read as a record. */
  readonly rowsLeftOut?: number;
}

/**
 * Counts one run as PublicationSucceeded, PublicationRefused, PublicationHeld or PublicationFailed, with its
 * PublicationSeconds, LocationsPublished and RowsLeftOut.
 */
export const recordPublication = (
  outcome: PublicationOutcome,
  { seconds, locations, rowsLeftOut }: PublicationFigures,
): void => {
  metrics.addMetric(`Publication${outcome}`, MetricUnit.Count, 1);
  metrics.addMetric('PublicationSeconds', MetricUnit.Seconds, Math.max(0, seconds));
  if (locations !== undefined) metrics.addMetric('LocationsPublished', MetricUnit.Count, locations);
  if (rowsLeftOut !== undefined) metrics.addMetric('RowsLeftOut', MetricUnit.Count, rowsLeftOut);
  metrics.publishStoredMetrics();
};
