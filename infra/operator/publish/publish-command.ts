import { DamagedPublication } from '../../../shared/data-access/publishing/damaged-publication.ts';
import { readUnfinishedImport } from '../../../shared/data-access/publishing/import-mark.ts';
import type { PublicationResult } from '../../../shared/domain/location/publication.ts';
import type { StackFile } from '../../local/stack-file.ts';
import { importIsRunning } from '../import/import-lock.ts';
import { OperatorError } from '../operator-error.ts';
import { runningStack } from '../stack/running-stack.ts';
import { stackBucket } from '../stack/stack-bucket.ts';
import { isGood, publicationText, whyNotPublished } from './publication-report.ts';
import { publishInTurn } from './publication-turn.ts';
import { awaitServed } from './served-publication.ts';

export interface PublishOptions {
  readonly dataDir: string;
  readonly force?: boolean;
  readonly wait?: boolean;
  readonly json?: boolean;
}

/** Milliseconds that `--wait` gives to other publications: longer than the ten minutes that a publisher has. */
const patience = 15 * 60_000;

/** A damaged mark is none of an import that runs: each writes its own first. */
const unlessDamaged = (error: unknown): undefined => {
  if (!(error instanceof DamagedPublication)) throw error;
};

/** Forcing lets half an import pass, but not one that is about to be whole. */
const refuseDuringImport = async (stack: StackFile, dataDirectory: string): Promise<void> => {
  if (!(await importIsRunning(dataDirectory))) return;
  const bucket = stackBucket(stack);
  const unfinished = await readUnfinishedImport(bucket)
    .catch(unlessDamaged)
    .finally(() => bucket.client.destroy());
  if (unfinished) throw new OperatorError(whyNotPublished({ status: 'held', ...unfinished }, true));
};

const printResult = (result: PublicationResult, json: boolean): void => {
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else if (isGood(result)) process.stdout.write(`${publicationText(result)}\n`);
};

/** `waypost publish`. Throws OperatorError where nothing was published that should be. */
export const publishCommand = async ({
  dataDir,
  force = false,
  wait = false,
  json = false,
}: PublishOptions): Promise<void> => {
  const stack = await runningStack(dataDir);
  if (force) await refuseDuringImport(stack, dataDir);
  const request = { reason: 'operator', ...(force && { force }) };
  const result = await publishInTurn(stack, request, wait ? patience : 0);
  printResult(result, json);
  if (!isGood(result)) throw new OperatorError(whyNotPublished(result, await importIsRunning(dataDir)));
  if (wait) await awaitServed(stack, dataDir, result);
};
