import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ImportPieces } from './import-checkpoint.ts';
import type { ImportMode } from './import-mode.ts';
import type { ImportSummary } from './import-summary.ts';
import type { BadLine, ImportLine, LineOrigin } from './lines/import-line.ts';
import type { ImportKind } from './record-kind.ts';

/** What to import, where to and how, and who wants to know. */
export interface ImportRequest {
  readonly kind: ImportKind;
  readonly lines: AsyncIterable<ImportLine>;
  readonly mode: ImportMode;
  /** Counts what would change and writes nothing. */
  readonly dryRun?: boolean;
  /** Lets a replacement without a single valid line remove everything. */
  readonly force?: boolean;
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** How it is interrupted and goes on; at one go where absent. For the lines of one file only. */
  readonly pieces?: ImportPieces;
  /** After each line; the summary goes on changing. */
  readonly onProgress?: (summary: Readonly<ImportSummary>) => void;
  readonly onBadLine?: (line: BadLine) => void;
  /** What each valid line says, as it was before its schema made a record of it; again where it is read again. */
  readonly onLine?: (value: unknown, origin: LineOrigin) => void;
  /** Each valid record, as it is stored; again where its line is read again. */
  readonly onRecord?: (record: Readonly<Record<string, unknown>>, origin: LineOrigin) => void;
  /** Waits so many milliseconds before the store is asked again. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}
