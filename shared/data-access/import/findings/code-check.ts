import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { LineOrigin } from '../lines/import-line.ts';
import { type ImportKind, recordKinds } from '../record-kind.ts';
import { readStoredRecords } from '../stored-records.ts';
import { lineFindings } from './line-findings.ts';

/** Finds codes in imported records that no stored record of another kind has. */
export interface CodeCheck {
  look(record: unknown, origin: LineOrigin): void;
  /** A sentence; undefined where all codes are known. */
  warning(): string | undefined;
}

/** Which codes are looked for, and how they are told of. */
export interface CodesToCheck {
  readonly client: DynamoDBDocumentClient;
  /** Kind whose records have the codes as their keys, and the table they are stored in. */
  readonly kind: ImportKind;
  readonly tableName: string;
  readonly codesOf: (record: unknown) => Iterable<string | number>;
  /** What one record that names codes is called: `location`. */
  readonly holder: string;
  /** What a code is called, and what is wrong with one: `service code`, `not among the imported services`. */
  readonly code: string;
  readonly fault: string;
  readonly ofSeveralFiles: boolean;
}

/** Reads the known codes. Throws what the SDK throws. */
export const codeCheck = async (codes: CodesToCheck): Promise<CodeCheck> => {
  const { client, kind, tableName, codesOf, holder, code, fault, ofSeveralFiles } = codes;
  const known = new Set<string>();
  await readStoredRecords(client, tableName, recordKinds[kind], ({ key }) => known.add(key));
  const findings = lineFindings(ofSeveralFiles);
  return {
    look(record, origin) {
      for (const each of codesOf(record)) if (!known.has(String(each))) findings.note(String(each), origin);
    },
    warning: () =>
      findings.sentence(
        (names, areMany) => `${holder}s name ${names} ${code}${areMany ? 's' : ''} ${fault}`,
        holder,
      ),
  };
};
