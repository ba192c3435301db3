import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { location } from '../../../domain/location/location.ts';
import type { ImportMode } from '../import-mode.ts';
import type { ImportRequest } from '../import-request.ts';
import { type ImportKind, recordKinds } from '../record-kind.ts';
import { type CodeCheck, codeCheck } from './code-check.ts';
import { knownMembers } from './known-members.ts';
import { largeAnswers } from './large-answers.ts';
import { recordDoubts } from './record-doubts.ts';
import { type SharedCapabilityIds, sharedCapabilityIds } from './shared-capability-ids.ts';
import { unknownMemberCheck } from './unknown-members.ts';

/** Checks of valid lines, and of the stored records that stay, for the operator's attention. */
export interface ImportChecks extends Required<Pick<ImportRequest, 'onLine' | 'onRecord' | 'onKept'>> {
  /** Returns the findings, a sentence each. */
  warnings(): readonly string[];
}

/** Kind and mode of the import, and tables with the codes that its records may name. */
export interface CheckedImport {
  readonly kind: ImportKind;
  readonly mode: ImportMode;
  readonly client: DynamoDBDocumentClient;
  readonly ofSeveralFiles: boolean;
  readonly tables: { readonly capabilities: string; readonly billers: string };
}

const offered = z.pick(location, { services: true });
const billed = z.object({ billType: z.string() });

const codesOfKind = async ({
  kind,
  client,
  tables,
  ofSeveralFiles,
}: CheckedImport): Promise<CodeCheck | undefined> => {
  if (kind === 'locations')
    return codeCheck({
      client,
      ofSeveralFiles,
      kind: 'services',
      tableName: tables.capabilities,
      codesOf: (record) => offered.parse(record).services.map(({ code }) => code),
      holder: 'location',
      code: 'service code',
      fault: 'not among the imported services',
    });
  if (kind === 'billers')
    return codeCheck({
      client,
      ofSeveralFiles,
      kind: 'bill-types',
      tableName: tables.billers,
      codesOf: (record) => [billed.parse(record).billType],
      holder: 'biller',
      code: 'bill type',
      fault: 'not among the imported bill types',
    });
  return undefined;
};

const capabilityIdsOf = async ({
  kind,
  mode,
  client,
  tables,
}: CheckedImport): Promise<SharedCapabilityIds | undefined> =>
  kind === 'services' ? sharedCapabilityIds({ client, tableName: tables.capabilities, mode }) : undefined;

/** Creates the checks of one import. Throws errors of the SDK. */
export const importChecks = async (request: CheckedImport): Promise<ImportChecks> => {
  const known = knownMembers(recordKinds[request.kind].record);
  const members = unknownMemberCheck(known, request.ofSeveralFiles);
  const doubts = recordDoubts(request.kind, request.ofSeveralFiles);
  const answers = largeAnswers(request.kind);
  const codes = await codesOfKind(request);
  const capabilityIds = await capabilityIdsOf(request);
  return {
    onLine: members.look,
    onRecord: (record, origin) => {
      codes?.look(record, origin);
      capabilityIds?.look(record);
      doubts.look(record, origin);
      answers.look(record);
    },
    onKept: (key) => capabilityIds?.keep(key),
    warnings: () =>
      [
        codes?.warning(),
        members.warning(),
        capabilityIds?.warning(),
        ...doubts.warnings(),
        answers.warning(),
      ].filter((warning) => warning !== undefined),
  };
};
