import { writeFigures } from './write-figures.ts';

/** CatalogueAge: how many seconds ago the catalogue was published that this instance answers from. */
export const recordCatalogueAge = (seconds: number): void => {
  writeFigures({ CatalogueAge: seconds }, {});
};

/** EnquiriesAnnounced and EnquiriesUnreadable, of one batch. */
export const recordAnnouncement = (counts: {
  readonly announced: number;
  readonly unreadable: number;
}): void => {
  writeFigures({ EnquiriesAnnounced: counts.announced, EnquiriesUnreadable: counts.unreadable }, {});
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

const countedPublication = {
  Succeeded: { PublicationSucceeded: 1 },
  Refused: { PublicationRefused: 1 },
  Held: { PublicationHeld: 1 },
  Failed: { PublicationFailed: 1 },
};

/**
 * Counts one run as PublicationSucceeded, PublicationRefused, PublicationHeld or PublicationFailed, with its
 * PublicationSeconds, LocationsPublished and RowsLeftOut.
 */
export const recordPublication = (
  outcome: PublicationOutcome,
  { seconds, locations, rowsLeftOut }: PublicationFigures,
): void => {
  writeFigures(
    {
      ...countedPublication[outcome],
      PublicationSeconds: seconds,
      LocationsPublished: locations,
      RowsLeftOut: rowsLeftOut,
    },
    {},
  );
};

/** How the import of a file ended. A file is refused as a whole where nothing of it can be imported. */
type ImportOutcome = 'Imported' | 'Refused' | 'Failed';

/** What the import of one file measured. */
interface ImportFigures {
  readonly outcome: ImportOutcome;
  readonly seconds: number;
  readonly linesRead: number;
  readonly linesRejected: number;
}

const countedImport = {
  Imported: { ImportSucceeded: 1 },
  Refused: { ImportRefused: 1 },
  Failed: { ImportFailed: 1 },
};

/**
 * Counts the import of one file as ImportSucceeded, ImportRefused or ImportFailed, with its ImportSeconds,
 * ImportLinesRead and ImportLinesRejected.
 */
export const recordImport = ({ outcome, seconds, linesRead, linesRejected }: ImportFigures): void => {
  writeFigures(
    {
      ...countedImport[outcome],
      ImportSeconds: seconds,
      ImportLinesRead: linesRead,
      ImportLinesRejected: linesRejected,
    },
    {},
  );
};
