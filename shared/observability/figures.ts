/** Reasons why the authoriser rejects a key. */
export const keyRejections = ['missing or repeated', 'malformed', 'unknown', 'revoked', 'expired'] as const;
export type KeyRejection = (typeof keyRejections)[number];

/**
 * Metrics of the functions, by CloudWatch name. Functions write only these, and alarms and dashboards use only these.
 * `by` has the dimensions in addition to `service`. This file imports nothing, because functions and infrastructure
 * share it.
 */
export const figures = {
  /** Successful requests for locations, capabilities or billers. */
  Searches: { unit: 'Count', by: ['operation'] },
  EnquiriesTaken: { unit: 'Count', by: [] },
  /** Announced enquiries. An enquiry counts each time it is announced. */
  EnquiriesAnnounced: { unit: 'Count', by: [] },
  /** Invalid rows of the enquiries table, which were not announced. */
  EnquiriesUnreadable: { unit: 'Count', by: [] },
  /** Sizes of streamed bodies as sent, compressed or not. */
  BytesStreamed: { unit: 'Bytes', by: [] },
  /** Issued links to export files. */
  ExportDownloads: { unit: 'Count', by: ['format'] },
  /**
   * Responses with status 500 or above that a function returns itself, which Lambda counts as successes, and responses
   * that were cut off. Responses of 503 because nothing has been published or reported yet do not count.
   */
  AnswersFailed: { unit: 'Count', by: [] },
  KeysRefused: { unit: 'Count', by: ['reason'] },
  /** Requests with a browser key from a website that it was not issued for. */
  OriginsRefused: { unit: 'Count', by: [] },
  /** Failed key lookups by the authoriser, which then returns 500 or uses its cache. */
  AuthoriserFailures: { unit: 'Count', by: [] },
  CatalogueAge: { unit: 'Seconds', by: [] },
  PublicationSucceeded: { unit: 'Count', by: [] },
  PublicationRefused: { unit: 'Count', by: [] },
  PublicationHeld: { unit: 'Count', by: [] },
  PublicationFailed: { unit: 'Count', by: [] },
  PublicationSeconds: { unit: 'Seconds', by: [] },
  LocationsPublished: { unit: 'Count', by: [] },
  RowsLeftOut: { unit: 'Count', by: [] },
  /** Faults that do not make a publication fail. */
  PublisherFaults: { unit: 'Count', by: [] },
  /** 1 for each full publication that did not find the portal locator's key; otherwise 0. */
  PortalKeyMissing: { unit: 'Count', by: [] },
  /** Outlets that would open as usual on a holiday within the next 14 days, counted at each scheduled run. */
  HolidayHoursMissing: { unit: 'Count', by: [] },
  ImportSucceeded: { unit: 'Count', by: [] },
  ImportRefused: { unit: 'Count', by: [] },
  ImportFailed: { unit: 'Count', by: [] },
  ImportSeconds: { unit: 'Seconds', by: [] },
  ImportLinesRead: { unit: 'Count', by: [] },
  /** Invalid lines of imported files. Those of refused and failed files do not count. */
  ImportLinesRejected: { unit: 'Count', by: [] },
  /** Events with availability reports, and events with bad or rejected rows. */
  AvailabilityEvents: { unit: 'Count', by: [] },
  AvailabilityEventsRejected: { unit: 'Count', by: [] },
  /** Percentage of the published locations that do not accept parcels, measured whenever reports arrive. */
  NotAcceptingPercent: { unit: 'Percent', by: [] },
} as const satisfies Readonly<
  Record<string, { unit: 'Count' | 'Seconds' | 'Bytes' | 'Percent'; by: readonly string[] }>
>;

export type FigureName = keyof typeof figures;

/** Values of a metric's dimensions, except `service`. */
export type DimensionsOf<Name extends FigureName> = Readonly<
  Record<(typeof figures)[Name]['by'][number], string>
>;

/** Read once, because reading the environment is a native call. */
const namespace = process.env.POWERTOOLS_METRICS_NAMESPACE ?? 'Waypost';
const service = process.env.POWERTOOLS_SERVICE_NAME ?? 'waypost';

/**
 * Writes one log line of metrics with the same dimensions, in CloudWatch's embedded metric format, and without a
 * library, which would slow down cold starts. `more` has additional members for the log. Negative values become 0.
 * Writes nothing if no metric has a value. The line goes to stdout, because Lambda adds a prefix to lines from
 * `console`.
 */
export const writeFigures = <Name extends FigureName>(
  values: Readonly<Partial<Record<Name, number>>>,
  dimensions: DimensionsOf<Name>,
  more: Readonly<Record<string, string | undefined>> = {},
): void => {
  const measured: Record<string, number> = {};
  const definitions: { readonly Name: string; readonly Unit: string }[] = [];
  for (const name of Object.keys(values) as Name[]) {
    const value = values[name];
    if (value === undefined) continue;
    measured[name] = Math.max(0, value);
    definitions.push({ Name: name, Unit: figures[name].unit });
  }
  if (definitions.length === 0) return;
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        { Namespace: namespace, Dimensions: [['service', ...Object.keys(dimensions)]], Metrics: definitions },
      ],
    },
    ...more,
    service,
    ...dimensions,
    ...measured,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};
