import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ImportPieces } from './import-checkpoint.ts';
import type { ImportMode } from './import-mode.ts';
import type { ImportSummary } from './import-summary.ts';
import type { BadLine, ImportLine, LineOrigin } from './lines/import-line.ts';
import type { ImportKind } from './record-kind.ts';

/** Request of an import: its source, its destination, options and callbacks. */
export interface ImportRequest {
  readonly kind: ImportKind;
  readonly lines: AsyncIterable<ImportLine>;
  readonly mode: ImportMode;
  /** Whether to count changes without writing them. */
  readonly dryRun?: boolean;
  /** Whether a replacement without a valid line may remove everything. */
  readonly force?: boolean;
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Options for interrupting and resuming the import of one file; without them it runs in one go. */
  readonly pieces?: ImportPieces;
  /** Called after each line; the summary is updated in place. */
  readonly onProgress?: (summary: Readonly<ImportSummary>) => void;
  readonly onBadLine?: (line: BadLine) => void;
  /** Called with the JSON of each valid line, before its schema; again if the line is read again. */
  readonly onLine?: (value: unknown, origin: LineOrigin) => void;
  /** Called with each valid record, as stored; again if its line is read again. */
  readonly onRecord?: (record: Readonly<Record<string, unknown>>, origin: LineOrigin) => void;
  /** Called at the end of a replacement with the key of each stored record that stays only because its line is bad. */
  readonly onKept?: (key: string) => void;
  /** Waits this many milliseconds before a retry; replaceable in tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}
