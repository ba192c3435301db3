interface Figure {
  readonly unit: 'Count' | 'Seconds';
  /** Dimensions of the metric, beside `service`, which every metric has. */
  readonly by: readonly string[];
}

/** Reasons for which the authoriser rejects a key. */
export const keyRefusals = ['missing or repeated', 'malformed', 'unknown', 'revoked', 'expired'] as const;
export type KeyRefusal = (typeof keyRefusals)[number];

/**
 * Metrics of the functions, by CloudWatch name. Functions write no others, and alarms and dashboards refer to these
 * alone. This file imports nothing, as both sides share it.
 */
export const figures = {
  /** Answered requests for locations, capabilities or billers. */
  Searches: { unit: 'Count', by: ['operation'] },
  EnquiriesTaken: { unit: 'Count', by: [] },
  /** Announced enquiries; one that is announced again counts again. */
  EnquiriesAnnounced: { unit: 'Count', by: [] },
  /** Rows of the enquiries table that could not be read, and so were not announced. */
  EnquiriesUnreadable: { unit: 'Count', by: [] },
  /** Issued links to a file of the export. */
  ExportDownloads: { unit: 'Count', by: ['format'] },
  /** Answers of 500 and above by a function itself, which Lambda counts as successes. */
  AnswersFailed: { unit: 'Count', by: [] },
  KeysRefused: { unit: 'Count', by: ['reason'] },
  /** Failed look-ups of keys by the authoriser, answered with 500 or from its memory. */
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
