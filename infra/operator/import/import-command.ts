import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { importRecords } from '../../../shared/data-access/import/import-records.ts';
import type { ImportSummary } from '../../../shared/data-access/import/import-summary.ts';
import type { ImportKind } from '../../../shared/data-access/import/record-kind.ts';
import type { StackFile } from '../../local/stack-file.ts';
import { errorMessage } from '../error-message.ts';
import { OperatorError } from '../operator-error.ts';
import { runningStack } from '../stack/running-stack.ts';
import { stackBucket } from '../stack/stack-bucket.ts';
import { stackDatabase } from '../stack/stack-database.ts';
import { type ImportInput, openImportInput } from './import-input.ts';
import { importProgress } from './import-progress.ts';
import { publishImport } from './import-publication.ts';
import { badLineText, summaryOutput } from './import-report.ts';
import { inImportTurn } from './import-turn.ts';
import { importWarnings } from './import-warnings.ts';
import { isSampleNetwork } from './sample-network.ts';
import { type ServiceCodeCheck, serviceCodeCheck } from './service-code-check.ts';

export interface ImportOptions {
  readonly dataDir: string;
  readonly merge?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

const tableOf: Readonly<Record<ImportKind, keyof StackFile['tables']>> = {
  locations: 'locations',
  services: 'capabilities',
  billers: 'billers',
  'bill-types': 'billers',
};

/** Kinds that clients see only once the publisher has published them. */
const isPublished = (kind: ImportKind) => kind === 'locations' || kind === 'services';

const say = (line: string) => void process.stderr.write(`${line}\n`);

interface Import {
  readonly kind: ImportKind;
  readonly input: ImportInput;
  readonly options: ImportOptions;
  readonly stack: StackFile;
  readonly client: DynamoDBDocumentClient;
  /** Whether it takes the place of the sample network that the stack began with. */
  readonly replacesSample: boolean;
}

const runImport = async ({ kind, input, options, stack, client }: Import, codes?: ServiceCodeCheck) => {
  const progress = importProgress(input.totalBytes, process.stderr);
  try {
    return await importRecords({
      kind,
      lines: input.lines,
      mode: options.merge ? 'merge' : 'replace',
      dryRun: options.dryRun,
      force: options.force,
      client,
      tableName: stack.tables[tableOf[kind]],
      onProgress: ({ read }) => progress.update(input.bytesRead(), read),
      onBadLine: (line) => progress.print(badLineText(line)),
      onRecord: (record) => codes?.look(record),
    });
  } catch (error) {
    throw new OperatorError(
      `the import stopped before its end: ${errorMessage(error)}. Repeating it is safe: it goes on from what is stored`,
      { cause: error },
    );
  } finally {
    progress.stop();
  }
};

/** Seconds that an import waits for another to end. */
const patienceSeconds = 15;

/** What Ctrl-C in the middle of an import leaves, for the one who pressed it. */
const tellOfInterruption = (): (() => void) => {
  const interrupted = () => {
    say(
      '\nwaypost: interrupted: part of the input is stored, nothing is published. Repeat the import to finish it',
    );
    process.exit(130);
  };
  process.once('SIGINT', interrupted);
  return () => void process.off('SIGINT', interrupted);
};

const store = async (run: Import): Promise<ImportSummary> => {
  const { kind, options, stack, client, replacesSample } = run;
  const forget = tellOfInterruption();
  const codes = kind === 'locations' ? await serviceCodeCheck(client, stack.tables.capabilities) : undefined;
  const summary = await runImport(run, codes);
  forget();
  const { dryRun = false, force = false } = options;
  for (const warning of importWarnings({ kind, summary, dryRun, force, replacesSample, codes }))
    say(`warning: ${warning}`);
  process.stdout.write(`${summaryOutput(kind, summary, options)}\n`);
  return summary;
};

const refuseEmpty = (kind: ImportKind, { refused }: ImportSummary) => {
  if (!refused) return;
  throw new OperatorError(
    `no line of the input is valid: nothing was removed. To remove all ${kind}, repeat with --force`,
  );
};

/** `waypost import`: answers with the exit status. Throws OperatorError, UsageError and what an import throws. */
export const importCommand = async (
  kind: ImportKind,
  files: readonly string[],
  options: ImportOptions,
): Promise<number> => {
  const { dataDir: dataDirectory, merge = false, force = false, dryRun = false } = options;
  const input = await openImportInput(files);
  const stack = await runningStack(dataDirectory);
  const replacesSample = kind === 'locations' && !merge && (await isSampleNetwork(dataDirectory));
  const run: Import = { kind, input, options, stack, client: stackDatabase(stack), replacesSample };
  const bucket = stackBucket(stack);
  const turn = {
    dataDirectory,
    bucket,
    kind,
    replaces: !merge,
    force,
    isPublished: isPublished(kind),
    patienceSeconds,
  };
  const afterwards = async (stored: ImportSummary) => {
    refuseEmpty(kind, stored);
    if (isPublished(kind)) await publishImport({ stack, dataDirectory, force, replacesSample });
  };
  try {
    const summary = dryRun ? await store(run) : await inImportTurn(turn, () => store(run), afterwards);
    if (dryRun) refuseEmpty(kind, summary);
    return summary.failed > 0 ? 1 : 0;
  } finally {
    run.client.destroy();
    bucket.client.destroy();
  }
};
