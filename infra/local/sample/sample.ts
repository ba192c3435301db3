import { createReadStream } from 'node:fs';
import { type ImportLine, readImportLines } from '../../../shared/data-access/importing/import-lines.ts';
import type { ImportKind } from '../../../shared/data-access/importing/record-kinds.ts';

/** File of the sample network with the records of a kind, in the import format, gzip. `test/sample-network` draws it. */
export const sampleFile = (kind: ImportKind): URL => new URL(`${kind}.ndjson.gz`, import.meta.url);

/** Yields the lines of the sample network. */
export const sampleLines = (kind: ImportKind): AsyncGenerator<ImportLine> =>
  readImportLines(`sample ${kind}`, createReadStream(sampleFile(kind)));
