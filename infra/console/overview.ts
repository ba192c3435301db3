import * as z from 'zod';
import { keyRepository } from '../../shared/data-access/access/key-repository.ts';
import { readKeyUses } from '../../shared/data-access/access/key-use.ts';
import { enquiryDesk } from '../../shared/data-access/billing/enquiry-desk.ts';
import { listKeptVersions } from '../../shared/data-access/publishing/kept-versions.ts';
import { errorMessage } from '../operator/errors.ts';
import { newestReports } from '../operator/import/running-import.ts';
import { keyView } from '../operator/keys/view.ts';
import { readPublished } from '../operator/publish/published.ts';
import type { OperatedStack } from '../operator/stack/operated-stack.ts';
import { readStatus } from '../operator/status.ts';
import { say } from '../operator/terminal/output.ts';
import { shortName } from '../operator/terminal/text.ts';
import { overviewReply } from './contract.ts';
import { operation } from './server.ts';

const shownPublications = 10;
const shownImports = 10;
const shownEnquiries = 10;
const day = 24 * 60 * 60_000;
/** Days before the end of a key from which it is shown. */
const endingDays = 30;

/** Creates the operation of the overview, which only reads. */
export const overviewOperations = (stack: OperatedStack) => [
  operation('GET', '/api/overview', z.object({}), async () => {
    const now = new Date();
    const [publishing, publications, imports, deadLetters, enquiries, keys] = await Promise.all([
      part(publishingNow(stack, now)),
      part(publicationsOf(stack)),
      part(newestReports(stack.imports, shownImports)),
      part(deadLettersOf(stack)),
      part(openEnquiries(stack, now)),
      part(endingKeys(stack, now)),
    ]);
    return overviewReply.parse({
      at: now.toISOString(),
      publishing,
      publications,
      imports,
      deadLetters,
      dashboard: stack.dashboard ?? null,
      enquiries,
      keys,
    });
  }),
];

/** One part that cannot be read does not hide the others. */
const part = <Data>(reading: Promise<Data>) =>
  reading.then(
    (data) => ({ data }),
    (error: unknown) => ({ error: errorMessage(error) }),
  );

const publishingNow = async (stack: OperatedStack, now: Date) => {
  const status = await readStatus(stack, now, shortName);
  const { published, problems, serving, nextRunAt, waitingFiles, refusedOrFailedRuns } = status;
  return {
    problems,
    version: published?.version ?? null,
    publishedAt: published?.publishedAt ?? null,
    served: serving,
    locations: published?.locations ?? 0,
    services: published?.services ?? 0,
    nextRunAt,
    waitingFiles,
    refusals: refusedOrFailedRuns.map(({ startedAt, outcome }) => ({
      at: startedAt,
      status: outcome.status,
      why: 'why' in outcome ? outcome.why : '',
    })),
    examples: status.rejectedExamples,
  };
};

const publicationsOf = async (stack: OperatedStack) => {
  const published = await readPublished(stack);
  const { versions } = await listKeptVersions(stack.published, published, shownPublications - 1);
  return [published, ...versions].map(({ version, publishedAt, counts, changes }) => ({
    version,
    publishedAt,
    locations: counts.locations,
    changes,
  }));
};

const deadLettersOf = async (stack: OperatedStack) => {
  const letters = await stack.deadLetters();
  return (
    letters?.map(({ at, source, why }) => ({ at, source: `${source.kind} ${source.name}`, why })) ?? null
  );
};

/** Ages of enquiries in days, from `from` up to `to`. */
const ages = [
  { age: 'more than a week', from: 7, to: undefined },
  { age: '3 to 7 days', from: 3, to: 7 },
  { age: '1 to 3 days', from: 1, to: 3 },
  { age: 'less than a day', from: 0, to: 1 },
];

/** Counts open enquiries by age. Shows no personal data, and so leaves no entry in the audit trail. */
const openEnquiries = async ({ database, tables }: OperatedStack, now: Date) => {
  const table = { client: database, tableName: tables.enquiries };
  const desk = enquiryDesk({ table, onUnreadable: ({ message }) => say(message) });
  const open = { status: 'OPEN', sandbox: false } as const;
  const daysAgo = (days: number) => new Date(now.getTime() - days * day);
  const count = async ({ age, from, to }: (typeof ages)[number]) => {
    const since = to !== undefined && { since: daysAgo(to) };
    const until = from > 0 && { until: daysAgo(from) };
    const { enquiries, more } = await desk.list({ ...open, ...since, ...until }, 1);
    return { age, count: enquiries.length + more };
  };
  const [counted, { enquiries }] = await Promise.all([
    Promise.all(ages.map(count)),
    desk.list(open, shownEnquiries),
  ]);
  const oldest = enquiries.map(({ enquiryType: type, ...enquiry }) => ({ ...enquiry, type }));
  return { ages: counted, oldest };
};

const endingKeys = async ({ database, tables }: OperatedStack, now: Date) => {
  const [{ keys }, uses] = await Promise.all([
    keyRepository({ client: database, tables }).list(),
    readKeyUses({ client: database, tableName: tables.apiKeyUse }),
  ]);
  return keys
    .map((key) => keyView(key, uses.get(key.keyId), now))
    .flatMap(({ keyId, client, status, expiresAt, lastUsedAt }) =>
      status === 'ACTIVE' && expiresAt !== null && Date.parse(expiresAt) < now.getTime() + endingDays * day
        ? [{ keyId, client, expiresAt, lastUsedAt }]
        : [],
    )
    .sort((one, other) => (one.expiresAt < other.expiresAt ? -1 : 1));
};
