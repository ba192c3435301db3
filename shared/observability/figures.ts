interface Figure {
  readonly unit: 'Count' | 'Seconds';
  /** Dimensions of the metric, beside `service`, which every metric has. */
  readonly by: readonly string[];
}

/** Reasons for which the authoriser rejects a key. */
export const keyRefusals = ['missing or repeated', 'malformed', 'unknown', 'revoked', 'expired'] as const;
export type KeyRefusal = (typeof keyRefusals)[number];

/**
 * Metrics of the functions, by CloudWatch name. Functions write no others, and alarms and dashboards refer only to these.
 * This file imports nothing, because both sides share it.
 */
export const figures = {
  /** Successful requests for locations, capabilities or billers. */
  Searches: { unit: 'Count', by: ['operation'] },
  EnquiriesTaken: { unit: 'Count', by: [] },
  /** Announced enquiries; one that is announced again counts again. */
  EnquiriesAnnounced: { unit: 'Count', by: [] },
  /** Rows of the enquiries table that could not be read, and so were not announced. */
  EnquiriesUnreadable: { unit: 'Count', by: [] },
  /** Issued links to a file of the export. */
  ExportDownloads: { unit: 'Count', by: ['format'] },
  /** Responses of 500 and above by a function itself, which Lambda counts as successes. */
  AnswersFailed: { unit: 'Count', by: [] },
  KeysRefused: { unit: 'Count', by: ['reason'] },
  /** Failed lookups of keys by the authoriser, answered with 500 or from its cache. */
  AuthoriserFailures: { unit: 'Count', by: [] },
  CatalogueAge: { unit: 'Seconds', by: [] },
  PublicationSucceeded: { unit: 'Count', by: [] },
  PublicationRefused: { unit: 'Count', by: [] },
  PublicationHeld: { unit: 'Count', by: [] },
  PublicationFailed: { unit: 'Count', by: [] },
  PublicationSeconds: { unit: 'Seconds', by: [] },
  LocationsPublished: { unit: 'Count', by: [] },
  RowsLeftOut: { unit: 'Count', by: [] },
  ImportSucceeded: { unit: 'Count', by: [] },
  ImportRefused: { unit: 'Count', by: [] },
  ImportFailed: { unit: 'Count', by: [] },
  ImportSeconds: { unit: 'Seconds', by: [] },
  ImportLinesRead: { unit: 'Count', by: [] },
  ImportLinesRejected: { unit: 'Count', by: [] },
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureName = keyof typeof figures;

/** Values of a metric's dimensions beside `service`. */
export type DimensionsOf<Name extends FigureName> = Readonly<
  Record<(typeof figures)[Name]['by'][number], string>
>;

/** Read once, as reading the environment is a native call. */
const namespace = process.env.POWERTOOLS_METRICS_NAMESPACE ?? 'Waypost';
const service = process.env.POWERTOOLS_SERVICE_NAME ?? 'waypost';

/**
 * Writes one log line of metrics with the same dimensions, and more members for the log; negative values become 0. The
 * line has CloudWatch's embedded metric format, written by hand so that no library is loaded in a cold start. Nothing is
 * written if no metric has a value. Written to stdout, because Lambda adds a prefix to lines of `console`.
 */
export const writeFigures = <Name extends FigureName>(
  values: Readonly<Partial<Record<Name, number>>>,
  dimensions: DimensionsOf<Name>,
  more: Readonly<Record<string, string | undefined>> = {},
): void => {
  const given = new Map<string, number | undefined>(Object.entries(values));
  const measured: Record<string, number> = {};
  const definitions: { readonly Name: string; readonly Unit: string }[] = [];
  for (const [name, { unit }] of Object.entries(figures)) {
    const value = given.get(name);
    if (value === undefined) continue;
    measured[name] = Math.max(0, value);
    definitions.push({ Name: name, Unit: unit });
  }
  if (definitions.length === 0) return;
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [['service', ...Object.keys(dimensions)]],
          Metrics: definitions,
        },
      ],
    },
    ...more,
    service,
    ...dimensions,
    ...measured,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};
