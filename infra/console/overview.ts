import * as z from 'zod';
import { enquiryDesk } from '../../shared/data-access/billing/enquiry-desk.ts';
import { listKeptVersions } from '../../shared/data-access/publishing/kept-versions.ts';
import { auditKinds, describeFinding } from '../../shared/domain/location/audit-finding.ts';
import { auditStack, auditTitles } from '../operator/audit.ts';
import { errorMessage } from '../operator/errors.ts';
import { newestReports } from '../operator/import/running-import.ts';
import { endingKeysOf } from '../operator/keys/view.ts';
import { readPublished } from '../operator/publish/publish.ts';
import { type OperatedStack, tableOf } from '../operator/stack/operated-stack.ts';
import { describeOverrides, readStatus } from '../operator/status.ts';
import { say } from '../operator/terminal/output.ts';
import { formatCount, formatDistance, shortName } from '../operator/terminal/text.ts';
import { type Content, html } from '../portal/layout/html.ts';
import { code, facts, instant, list, section, sentence, table } from './parts.ts';
import { operation } from './server.ts';

const shown = 10;
const day = 24 * 60 * 60_000;
const auditMilliseconds = 10 * 60_000;
const endingDays = 30;

export const overviewOperations = (stack: OperatedStack) => {
  const audit = newestAudit(stack);
  const read = async () => {
    const now = new Date();
    const status = readStatus(stack, now, shortName);
    return html`${await Promise.all([
      readSection('What needs action', async () => needed(await status)),
      readSection('Published', async () => published(await status)),
      readSection('Publications', () => publications(stack)),
      readSection('Rejections', async () => rejections(await status, stack)),
      readSection('Imports', () => imports(stack)),
      readSection('Audit', async () => audit(now)),
      readSection('Dead letters', () => deadLetters(stack)),
      readSection('Alarms', () => alarms(stack)),
      readSection('Open enquiries', () => openEnquiries(stack, now)),
      readSection(`Keys that expire within ${endingDays} days`, () => endingKeys(stack, now)),
    ])}`;
  };
  return { 'GET /api/overview': operation(z.object({}), read) };
};

/** A section that cannot be read, for example because a permission is missing, does not hide other sections. */
const readSection = async (title: string, read: () => Promise<Content>) =>
  section(title, await read().catch(unreadable));

const paragraph = (text: string, look = ''): Content => html`<p class="${look}">${sentence(text)}</p>`;

const unreadable = (error: unknown): Content =>
  paragraph(`This cannot be read: ${errorMessage(error)}`, 'notice error');

type Status = Awaited<ReturnType<typeof readStatus>>;

const needed = ({ problems }: Status): Content =>
  list(problems.map(sentence), 'problems') ?? paragraph('Nothing.', 'notice success');

const servedTexts = { served: 'yes', 'not served': 'no', unknown: 'unknown without a key' };

const published = (status: Status): Content => {
  const { published, serving, nextRunAt, waitingFiles, changesByHand } = status;
  if (!published) return paragraph('Nothing is published yet.');
  return facts([
    ['Version', code(published.version)],
    ['Published', distance(published.publishedAt)],
    ['Served', servedTexts[serving ?? 'unknown']],
    ['Locations', formatCount(published.locations)],
    ['Services', formatCount(published.services)],
    ['Next publication', nextRunAt === null ? 'on schedule' : distance(nextRunAt)],
    ['Files waiting', waitingFiles === null ? 'unknown' : formatCount(waitingFiles)],
    ['Manual changes', changesByHand ? describeOverrides(changesByHand) : 'unknown'],
  ]);
};

const distance = (time: string | null): string =>
  time === null ? 'never' : formatDistance(new Date(time), new Date());

const publications = async (stack: OperatedStack) => {
  const newest = await readPublished(stack);
  const { versions } = await listKeptVersions(stack.published, newest, shown - 1);
  const rows = [newest, ...versions].map(({ version, publishedAt, counts, changes }) => [
    code(version),
    instant(publishedAt),
    ...[counts.locations, changes.added, changes.changed, changes.removed].map(formatCount),
  ]);
  return table('Publications', ['Version', 'Published', 'Locations', 'Added', 'Changed', 'Removed'], rows);
};

const rejections = (
  { refusedOrFailedRuns, rejectedExamples }: Status,
  { command }: OperatedStack,
): Content => {
  const runs = refusedOrFailedRuns.map(({ startedAt, outcome }) => [
    instant(startedAt),
    outcome.status === 'refused' ? 'rejected' : outcome.status,
    'why' in outcome && outcome.why,
  ]);
  const examples = rejectedExamples.map(({ id, change, before, after }) => [code(id), change, before, after]);
  const remedy = `If the examples are wrong, import a corrected file. If they are correct, publish them: ${command('waypost publish --force')}`;
  return [
    table('Rejected and failed publications', ['At', 'Result', 'Why'], runs),
    examples.length > 0 && [
      table('Examples from the last rejection', ['Location', 'Change', 'Before', 'After'], examples),
      paragraph(remedy),
    ],
  ];
};

const imports = async ({ imports }: OperatedStack) => {
  const rows = (await newestReports(imports, shown)).map(
    ({ file, kind, mode, status, startedAt, summary }) => [
      html`<a href="/import?key=${encodeURIComponent(file)}">${shortName(file)}</a>`,
      instant(startedAt),
      `${kind} (${mode})`,
      status,
      ...[summary.added, summary.changed, summary.removed, summary.failed].map(formatCount),
    ],
  );
  const headings = ['File', 'Started', 'Kind', 'Result', 'Added', 'Changed', 'Removed', 'Bad lines'];
  return table('Imports', headings, rows);
};

/** Returns a function that shows the newest audit. Audits read whole tables, so they run rarely, in the background. */
const newestAudit = (stack: OperatedStack) => {
  let newest: Content = paragraph('The tables are being audited.');
  let dueAt = 0;
  const run = async (now: Date): Promise<void> => {
    const { findings } = await auditStack(stack, now);
    const rows = auditKinds.map((kind) => {
      const found = findings.filter((finding) => finding.kind === kind);
      const [first] = found;
      const example =
        first &&
        html`<a href="/locations?code=${encodeURIComponent(first.id)}">${first.id}: ${describeFinding(first)}</a>`;
      return [formatCount(found.length), auditTitles[kind], example];
    });
    const all = `To list all findings: ${stack.command('waypost audit')}`;
    newest = [table('Audit', ['Locations', 'Finding', 'First'], rows), paragraph(all)];
  };
  return (now: Date) => {
    if (now.getTime() < dueAt) return newest;
    dueAt = now.getTime() + auditMilliseconds;
    void run(now).catch((error: unknown) => {
      dueAt = now.getTime() + 60_000;
      newest = unreadable(error);
    });
    return newest;
  };
};

const deadLetters = async ({ watch, ...stack }: OperatedStack): Promise<Content> => {
  if (watch) {
    const rows = (await watch.deadLetters()).map(({ queue, letters }) => [queue, formatCount(letters)]);
    return table('Dead letters', ['Queue', 'Dead letters'], rows);
  }
  const letters = (await stack.deadLetters()) ?? [];
  const rows = letters.map(({ at, source, why }) => [instant(at), `${source.kind} ${source.name}`, why]);
  return table('Dead letters', ['At', 'Source', 'Why'], rows);
};

const alarms = async ({ watch, dashboard = '' }: OperatedStack): Promise<Content> => {
  if (!watch) return paragraph('A local stack has no alarms. The first section shows what needs action.');
  const raised = watch.alarms().then((found) => {
    const rows = found.map(({ name, since, description }) => [name, instant(since), description]);
    return table('Alarms', ['Alarm', 'Since', 'What it means'], rows, 'No alarm is raised.');
  });
  const all = html`<a href="${dashboard}" target="_blank" rel="noopener noreferrer">The dashboard in CloudWatch</a>`;
  return [await raised.catch(unreadable), html`<p>${all} shows all alarms.</p>`];
};

/** Minimum ages of enquiries, in days. */
const ages = { 'Older than a week': 7, 'Older than 3 days': 3, 'Older than a day': 1, 'In all': 0 };

/** Counts open enquiries by age. Shows no personal data, and therefore leaves no entry in the audit trail. */
const openEnquiries = async (stack: OperatedStack, now: Date): Promise<Content> => {
  const desk = enquiryDesk({
    table: tableOf(stack, 'enquiries'),
    onUnreadable: ({ message }) => say(message),
  });
  const open = { status: 'OPEN', sandbox: false, until: now } as const;
  const { enquiries } = await desk.list(open, Number.POSITIVE_INFINITY);
  const counts = Object.entries(ages).map(([age, days]): [string, string] => {
    const until = now.getTime() - days * day;
    const older = enquiries.filter(({ submittedAt }) => Date.parse(submittedAt) < until);
    return [age, formatCount(older.length)];
  });
  const list = `To list them: ${stack.command('waypost enquiries list')}`;
  return [facts(counts), paragraph(list)];
};

const endingKeys = async (stack: OperatedStack, now: Date) => {
  const soon = new Date(now.getTime() + endingDays * day).toISOString();
  const rows = (await endingKeysOf(stack, soon, now)).map((key) => [
    key.client,
    code(key.keyId),
    distance(key.expiresAt),
    distance(key.lastUsedAt),
  ]);
  return table('Keys expiring soon', ['Client', 'Key', 'Expires', 'Last used'], rows);
};
