interface Figure {
  readonly unit: 'Count' | 'Seconds';
  /** What it is told apart by, beside the service that every figure has. */
  readonly by: readonly string[];
}

/** Why a key is not let in. */
export const keyRefusals = ['not given once', 'malformed', 'unknown', 'revoked', 'expired'] as const;
export type KeyRefusal = (typeof keyRefusals)[number];

/**
 * All that the functions measure, by the name it has in CloudWatch. Functions write no other figures, and alarms and
 * dashboards look for no others: this file is what they have in common, and imports nothing.
 */
export const figures = {
  /** Requests for locations, capabilities or billers that were answered. */
  Searches: { unit: 'Count', by: ['operation'] },
  EnquiriesTaken: { unit: 'Count', by: [] },
  /** Enquiries that subscribers were told of; one that is told of again counts again. */
  EnquiriesAnnounced: { unit: 'Count', by: [] },
  /** Rows of the table of enquiries that could not be read as one, and so nobody was told of. */
  EnquiriesUnreadable: { unit: 'Count', by: [] },
  /** Links to a file of the export that were given out. */
  ExportDownloads: { unit: 'Count', by: ['format'] },
  /** Answers of 500 and above that a function gave itself: to Lambda it went well. */
  AnswersFailed: { unit: 'Count', by: [] },
  KeysRefused: { unit: 'Count', by: ['reason'] },
  /** Keys that the authoriser could not look up: with 500 for the client, or from memory. */
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

/** The dimensions that figures have beside `service`, each with its value. */
export type DimensionsOf<Name extends FigureName> = Readonly<
  Record<(typeof figures)[Name]['by'][number], string>
>;
