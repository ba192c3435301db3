import * as z from 'zod';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import {
  isKeptVersion,
  listKeptVersions,
  readKeptNetwork,
} from '../../../shared/data-access/publishing/kept-versions.ts';
import type { Manifest } from '../../../shared/data-access/publishing/manifest.ts';
import { datesAt, hasClosed } from '../../../shared/domain/location/service-dates.ts';
import type { Run } from '../command.ts';
import { OperatorError, UsageError } from '../errors.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { formatCount, textTable } from '../terminal/text.ts';
import { describeResult, publishInTurn, readPublished } from './publish.ts';
import { awaitServed } from './serving.ts';

type RollbackOptions = { version?: string; list?: boolean; limit: number; reason?: string };

export const rollbackCommand: Run<RollbackOptions> = async ({ openStack }, options) => {
  const { version, list = false, limit, reason } = options;
  if (list && version !== undefined) throw new UsageError('--list takes no version');
  if (!list && version === undefined)
    throw new UsageError('no version was given', '`waypost rollback --list` lists the kept versions');
  const stack = await openStack();
  const published = await readPublished(stack);
  if (version === undefined) return listVersions(stack, published, limit);
  const isPublished = version === published.version;
  if (isPublished || !(await isKeptVersion(stack.published, published, version)))
    throw new OperatorError(
      isPublished ? `${version} is the published version` : `there is no kept version ${version}`,
      {
        code: 'not_found',
        remedy: `Choose one of these versions: ${stack.command('waypost rollback VERSION')}`,
        result: await listVersions(stack, published, limit),
      },
    );
  const by = await stack.actor();
  const request = { reason: 'rollback', rollback: { to: version, by, ...(reason && { reason }) } };
  const result = await publishInTurn(stack, request);
  if (result.status !== 'published')
    throw new OperatorError(
      `${version} is not served: version ${result.version} was published in the meantime`,
      { code: 'busy', remedy: 'If that version is not the right one, run the command again' },
    );
  const served = await awaitServed(stack, result);
  const notes = [
    served.note,
    `Publications of the stored records are held back until \`${stack.command('waypost publish')}\`. Correct the stored records before you publish them. Until then, locations do not open or close on their first and last days`,
  ];
  if (!result.full)
    notes.push(
      'The full exports could not be written, and still have the old records. Run the command again',
    );
  const data = { ...result, rolledBackTo: version, served: served.state };
  return { data, text: describeResult(result), notes };
};

/** Locations that have a last day, in the version read most recently. Cached, because the console polls often. */
let closing = { version: '', locations: [] as readonly z.infer<typeof closingLocation>[] };
const closingLocation = z.object({ locationCode: z.string(), closesOn: z.string(), timeZone: z.string() });

/** Lists published locations that have closed, with their last days. Throws DamagedPublication, StoreUnavailable. */
export const closedLocations = async (
  bucket: Bucket,
  version: string,
  now: Date,
): Promise<readonly string[]> => {
  if (closing.version !== version) {
    const { network } = await readKeptNetwork(bucket, version);
    const locations = network.records.flatMap(
      ({ text }) => closingLocation.safeParse(JSON.parse(text)).data ?? [],
    );
    closing = { version, locations };
  }
  const dateIn = datesAt(now);
  return closing.locations
    .filter((each) => hasClosed(each, dateIn))
    .map(({ locationCode, closesOn }) => `${locationCode} (${closesOn})`);
};

const listVersions = async (stack: OperatedStack, published: Manifest, limit: number) => {
  const { versions, total } = await listKeptVersions(stack.published, published, limit);
  const listed = [published, ...versions].map(({ version, publishedAt, counts, changes }) => {
    const { added, changed, removed } = changes;
    return { version, publishedAt, ...counts, changes: { added, changed, removed } };
  });
  const rows = listed.map(({ version, publishedAt, locations, capabilities: services, changes }, index) => ({
    version,
    published: publishedAt.replace(/\.\d+Z$/, 'Z'),
    locations,
    services,
    ...changes,
    '': index === 0 ? 'published' : '',
  }));
  const older = total - versions.length;
  return {
    data: { published: published.version, total, versions: listed.slice(1) },
    text: textTable(rows),
    notes: older > 0 ? [`${formatCount(older)} older versions are not shown; use --limit to list more`] : [],
  };
};
