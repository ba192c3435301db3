import { type Content, element, keepFocus } from '../../portal/locator/dom.ts';
import { type Overview, overviewReply } from '../contract.ts';
import { ConsoleError, call, formatCount, formatDistance, formatInstant, notify, poll } from './api.ts';
import { facts, list, section, table } from './parts.ts';

const pollMilliseconds = 5_000;

/** Shows the overview, and updates it while the page is visible. */
export const showOverview = (page: HTMLElement): Promise<void> =>
  poll(pollMilliseconds, async () => {
    try {
      const overview = await call('/api/overview', overviewReply);
      keepFocus(page, () => page.replaceChildren(...sections(overview)));
      notify('');
      return true;
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), true);
      return !(error instanceof ConsoleError && error.code === 'ended');
    }
  });

const sections = (overview: Overview): readonly HTMLElement[] => [
  section(
    'What needs action',
    part(overview.publishing, ({ problems }) => actions(problems)),
  ),
  section(
    'Published',
    part(overview.publishing, (status) => published(status, overview.at)),
  ),
  section(
    'Publications',
    part(overview.publications, (publications) =>
      table(
        'Publications',
        ['Version', 'Published', 'Locations', 'Added', 'Changed', 'Removed'],
        publications.map(({ version, publishedAt, locations, changes }) => [
          code(version),
          formatInstant(publishedAt),
          formatCount(locations),
          ...[changes.added, changes.changed, changes.removed].map(formatCount),
        ]),
        'Nothing is published yet.',
      ),
    ),
  ),
  section('Refusals', part(overview.publishing, refusals)),
  section('Imports', part(overview.imports, imports)),
  section(
    'Dead letters',
    part(overview.deadLetters, (letters) =>
      letters === null
        ? element('p', {}, 'A stage keeps them in SQS, and an alarm reports them.')
        : table(
            'Dead letters',
            ['At', 'Source', 'Why'],
            letters.map(({ at, source, why }) => [formatInstant(at), source, why]),
            'There are none.',
          ),
    ),
  ),
  section('Alarms', alarms(overview.dashboard)),
  section(
    'Open enquiries',
    part(overview.enquiries, (enquiries) => openEnquiries(enquiries, overview.at)),
  ),
  section(
    'Keys that end within 30 days',
    part(overview.keys, (keys) =>
      table(
        'Keys that end within 30 days',
        ['Client', 'Key', 'Ends', 'Last used'],
        keys.map(({ client, keyId, expiresAt, lastUsedAt }) => [
          client,
          code(keyId),
          formatDistance(expiresAt, overview.at),
          lastUsedAt === null ? 'never' : formatDistance(lastUsedAt, overview.at),
        ]),
        'There are none.',
      ),
    ),
  ),
];

const code = (text: string): HTMLElement => element('code', {}, text);

type Part<Data> = { readonly data: Data } | { readonly error: string };

/** Shows a part, or why it cannot be read. */
const part = <Data>(of: Part<Data>, show: (data: Data) => Content): Content =>
  'data' in of ? show(of.data) : element('p', { class: 'error' }, `This cannot be read: ${of.error}`);

type DataOf<Name extends keyof Overview> = Extract<Overview[Name], { data: unknown }>['data'];

const actions = (problems: readonly string[]): HTMLElement =>
  problems.length === 0
    ? element('p', { class: 'good' }, 'Nothing.')
    : list(problems.map(withCommands), 'problems');

/** Shows command lines in a sentence as code. */
const withCommands = (sentence: string): HTMLElement =>
  element(
    'span',
    {},
    ...sentence
      .split(/((?:npx )?waypost (?:publish|redrive|rollback|import|status)(?: --?[\w-]+(?: [\w./-]+)?)*)/)
      .map((text, index) => (index % 2 === 1 ? code(text) : text)),
  );

const published = (status: DataOf<'publishing'>, now: string): HTMLElement => {
  const { version, publishedAt, served, locations, services, nextRunAt, waitingFiles } = status;
  if (version === null || publishedAt === null) return element('p', {}, 'Nothing is published yet.');
  return facts([
    ['Version', code(version)],
    ['Published', `${formatInstant(publishedAt)} (${formatDistance(publishedAt, now)})`],
    ['Served', { served: 'yes', 'not served': 'no', unknown: 'unknown' }[served ?? 'unknown']],
    ['Locations', formatCount(locations)],
    ['Services', formatCount(services)],
    ['Next publication', nextRunAt === null ? 'on schedule' : formatDistance(nextRunAt, now)],
    ['Files that wait', waitingFiles === null ? 'unknown' : formatCount(waitingFiles)],
  ]);
};

const refusals = ({ refusals, examples }: DataOf<'publishing'>): HTMLElement =>
  element(
    'div',
    {},
    table(
      'Refused and failed publications',
      ['At', 'Result', 'Why'],
      refusals.map(({ at, status, why }) => [formatInstant(at), status, why]),
      'No publication was refused or failed recently.',
    ),
    examples.length > 0 && element('h3', {}, 'Examples of the last refusal'),
    examples.length > 0 &&
      table(
        'Examples of the last refusal',
        ['Location', 'Change', 'Before', 'After'],
        examples.map(({ id, change, before, after }) => [code(id), change, before, after]),
        '',
      ),
    examples.length > 0 &&
      element(
        'p',
        {},
        'If the examples are wrong, import a corrected file. If they are right, publish with ',
        code('waypost publish --force'),
        '.',
      ),
  );

const imports = (imports: DataOf<'imports'>): HTMLElement =>
  table(
    'Imports',
    ['Started', 'Kind', 'Result', 'Added', 'Changed', 'Removed', 'Bad lines'],
    imports.map(({ file, startedAt, kind, mode, status, summary }) => [
      element('a', { href: `/import?key=${encodeURIComponent(file)}` }, formatInstant(startedAt)),
      `${kind} (${mode})`,
      status,
      ...[summary.added, summary.changed, summary.removed, summary.failed].map(formatCount),
    ]),
    'No file was imported yet.',
  );

const alarms = (dashboard: string | null): HTMLElement =>
  dashboard === null
    ? element('p', {}, 'A local stack has no alarms. The first section says what needs action.')
    : element(
        'p',
        {},
        'The console does not read alarms. ',
        element(
          'a',
          { href: dashboard, target: '_blank', rel: 'noopener noreferrer' },
          "Open the stage's dashboard in CloudWatch",
        ),
        '.',
      );

const openEnquiries = ({ ages, oldest }: DataOf<'enquiries'>, now: string): HTMLElement =>
  element(
    'div',
    {},
    facts(ages.map(({ age, count }) => [age, formatCount(count)])),
    table(
      'The oldest open enquiries',
      ['Reference', 'Age', 'Type'],
      oldest.map(({ referenceNumber, submittedAt, type }) => [
        code(referenceNumber),
        formatDistance(submittedAt, now),
        type,
      ]),
      'There are none.',
    ),
  );
