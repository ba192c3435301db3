import { writeFigures } from './figures.ts';

/** Records CatalogueAge: seconds since the publication of the catalogue that this instance uses. */
export const recordCatalogueAge = (seconds: number): void => writeFigures({ CatalogueAge: seconds }, {});

/** Records EnquiriesAnnounced and EnquiriesUnreadable of one batch. */
export const recordAnnouncement = (counts: {
  readonly announced: number;
  readonly unreadable: number;
}): void =>
  writeFigures({ EnquiriesAnnounced: counts.announced, EnquiriesUnreadable: counts.unreadable }, {});

const countedPublication = {
  Succeeded: { PublicationSucceeded: 1 },
  Refused: { PublicationRefused: 1 },
  Held: { PublicationHeld: 1 },
  Failed: { PublicationFailed: 1 },
};

/** Outcome of a run of the publisher that took its turn. */
export type PublicationOutcome = keyof typeof countedPublication;

/** Measurements of a run of the publisher; those of steps it did not reach are absent. */
export interface PublicationFigures {
  /** Duration of the run. */
  readonly seconds: number;
  readonly locations?: number;
  /** Rows of the tables that are not valid records. */
  readonly rowsLeftOut?: number;
}

/**
 * Counts one run as PublicationSucceeded, PublicationRefused, PublicationHeld or PublicationFailed, with its
 * PublicationSeconds, LocationsPublished and RowsLeftOut.
 */
export const recordPublication = (outcome: PublicationOutcome, measured: PublicationFigures): void =>
  writeFigures(
    {
      ...countedPublication[outcome],
      PublicationSeconds: measured.seconds,
      LocationsPublished: measured.locations,
      RowsLeftOut: measured.rowsLeftOut,
    },
    {},
  );

const countedImport = {
  Imported: { ImportSucceeded: 1 },
  Refused: { ImportRefused: 1 },
  Failed: { ImportFailed: 1 },
};

/** Measurements of the import of one file, which is `Refused` if nothing of it can be imported. */
interface ImportFigures {
  readonly outcome: keyof typeof countedImport;
  readonly seconds: number;
  readonly linesRead: number;
  readonly linesRejected: number;
}

/**
 * Counts the import of one file as ImportSucceeded, ImportRefused or ImportFailed, with its ImportSeconds,
 * ImportLinesRead and ImportLinesRejected.
 */
export const recordImport = ({ outcome, seconds, linesRead, linesRejected }: ImportFigures): void =>
  writeFigures(
    {
      ...countedImport[outcome],
      ImportSeconds: seconds,
      ImportLinesRead: linesRead,
      ImportLinesRejected: linesRejected,
    },
    {},
  );
