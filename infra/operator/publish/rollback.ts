import {
  isKeptVersion,
  type KeptVersion,
  listKeptVersions,
} from '../../../shared/data-access/publishing/kept-versions.ts';
import type { Manifest } from '../../../shared/data-access/publishing/manifest.ts';
import type { Run } from '../command.ts';
import { OperatorError, UsageError } from '../errors.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt } from '../terminal/output.ts';
import { formatCount, textTable } from '../terminal/text.ts';
import { describeResult, publishInTurn } from './publish.ts';
import { readPublished } from './published.ts';
import { awaitServed } from './serving.ts';

interface RollbackOptions {
  readonly version?: string;
  readonly list?: boolean;
  readonly limit: number;
  readonly reason?: string;
}

/** Milliseconds for which a rollback waits for a running publication to end. */
const patience = 5 * 60_000;

/** `waypost rollback`. Throws OperatorError, UsageError. */
export const rollbackCommand: Run<RollbackOptions> = async ({ openStack }, options) => {
  const { version, list = false, limit, reason } = options;
  const stack = await openStack();
  const published = await readPublished(stack);
  if (list) {
    if (version !== undefined) throw new UsageError('--list takes no version');
    return listVersions(stack, published, limit);
  }
  if (version === undefined) throw await unknownVersion(stack, published, limit, 'no version was given');
  if (version === published.version)
    throw await unknownVersion(stack, published, limit, `${version} is the published version`);
  if (!(await isKeptVersion(stack.published, published, version)))
    throw await unknownVersion(stack, published, limit, `there is no kept version ${version}`);
  const by = await stack.actor();
  const forget = onInterrupt(
    `the publisher may still be rolling back. \`${stack.command('waypost status')}\` shows the result`,
  );
  const request = { reason: 'rollback', rollback: { to: version, by, ...(reason && { reason }) } };
  const result = await publishInTurn(stack, request, patience).finally(forget);
  if (result.status !== 'published')
    throw new OperatorError(
      `${version} is not served: version ${result.version} was published in the meantime`,
      {
        code: 'busy',
        remedy: `If that version is not the right one, repeat the command`,
      },
    );
  const served = await awaitServed(stack, result);
  const notes = [
    served.note,
    `Publications of the stored records are held back until \`${stack.command('waypost publish')}\`. Correct the stored records before you publish them`,
  ];
  if (!result.full)
    notes.push('The full exports could not be written, and still have the old records. Repeat the command');
  const data = { ...result, rolledBackTo: version, served: served.state };
  return { data, text: describeResult(result), notes };
};

const listVersions = async (stack: OperatedStack, published: Manifest, limit: number) => {
  const { versions, total } = await listKeptVersions(stack.published, published, limit);
  const data = {
    published: published.version,
    total,
    versions: versions.map(({ version, publishedAt, counts, changes }) => {
      const { added, changed, removed } = changes;
      return { version, publishedAt, ...counts, changes: { added, changed, removed } };
    }),
  };
  const shown = [published, ...versions];
  return { data, text: versionsTable(shown, published), notes: moreNotes(versions.length, total) };
};

const moreNotes = (shown: number, total: number): readonly string[] =>
  total > shown ? [`${formatCount(total - shown)} older versions are not shown; to see more: --limit`] : [];

const versionsTable = (versions: readonly KeptVersion[], published: Manifest): string =>
  textTable(
    ['VERSION', 'PUBLISHED', 'LOCATIONS', 'SERVICES', 'ADDED', 'CHANGED', 'REMOVED', ''],
    versions.map(({ version, publishedAt, counts, changes }) => [
      version,
      publishedAt.replace(/\.\d+Z$/, 'Z'),
      ...[counts.locations, counts.capabilities, changes.added, changes.changed, changes.removed].map(
        formatCount,
      ),
      version === published.version ? 'published' : '',
    ]),
    [2, 3, 4, 5, 6],
  );

/** Returns an error that lists the versions that can be rolled back to. */
const unknownVersion = async (
  stack: OperatedStack,
  published: Manifest,
  limit: number,
  why: string,
): Promise<OperatorError> => {
  const { data, text } = await listVersions(stack, published, limit);
  return new OperatorError(why, {
    code: 'not_found',
    remedy: `Choose one of these versions: ${stack.command('waypost rollback VERSION')}`,
    result: { data, text },
  });
};
