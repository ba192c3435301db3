import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { LineOrigin } from '../lines/import-line.ts';
import { type ImportKind, recordKinds } from '../record-kind.ts';
import { readStoredRecords } from '../stored-records.ts';
import { lineFindings } from './line-findings.ts';

/** Check for codes in imported records that no stored record of another kind has. */
export interface CodeCheck {
  look(record: unknown, origin: LineOrigin): void;
  /** Returns a sentence; undefined if all codes are known. */
  warning(): string | undefined;
}

/** Codes to check, and their wording. */
export interface CodesToCheck {
  readonly client: DynamoDBDocumentClient;
  /** Kind whose records have the codes as their keys, and the table they are stored in. */
  readonly kind: ImportKind;
  readonly tableName: string;
  readonly codesOf: (record: unknown) => Iterable<string | number>;
  /** Noun for a record that names codes: `location`. */
  readonly holder: string;
  /** Nouns for a code and its fault: `service code`, `not among the imported services`. */
  readonly code: string;
  readonly fault: string;
  readonly ofSeveralFiles: boolean;
}

/** Creates a check with the stored codes. Throws errors of the SDK. */
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
