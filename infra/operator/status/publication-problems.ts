import type { PublicationRun } from '../../../shared/data-access/publishing/runs.ts';
import type { DeadLetter } from '../../local/jobs/read-jobs.ts';
import { durationInWords, eventsInWords } from '../terminal/in-words.ts';
import type { PublicationState } from './publication-state.ts';
import { runEnding } from './run-ending.ts';
import { isOfFile, type NameOfFile, undeliveredFiles } from './undelivered-files.ts';

/** Periods of the schedule after which what is published counts as too old: one run may be missed. */
const longestPeriods = 2;

/** The last run that says how publishing goes: one that an import held back says nothing. */
const lastTelling = (runs: readonly PublicationRun[]): PublicationRun | undefined =>
  runs.find(({ outcome }) => outcome.status !== 'held');

function* ofLastRun({ runs, command }: PublicationState): Generator<string> {
  const last = lastTelling(runs);
  if (last?.outcome.status === 'refused') {
    yield `the last publication was ${runEnding(last)}. Correct what is stored, or publish it nevertheless: ${command('waypost publish --force')}`;
  }
  if (last?.outcome.status === 'failed') {
    yield `the last publication ${runEnding(last)}. The log of functions tells more; to try again: ${command('waypost publish')}`;
  }
}

function* ofWhatIsPublished(state: PublicationState, now: Date) {
  const { manifest, serving, nextRun, unreadable, command } = state;
  if (!manifest) {
    if (unreadable.length === 0)
      yield `nothing is published yet: waypost import, or ${command('waypost publish')}`;
    return;
  }
  if (serving?.state === 'not served') {
    yield `not all requests are answered from what is published: ${serving.lags.join(', ')}`;
  }
  const age = now.getTime() - Date.parse(manifest.full.generatedAt);
  if (nextRun && age > longestPeriods * nextRun.period) {
    yield `the full exports are ${durationInWords(age)} old, and should be published every ${durationInWords(nextRun.period)}`;
  }
}

/** Dead letters that no later full publication has made good, which publishes all that is stored. */
export const deadLettersSince = ({ deadLetters, manifest }: PublicationState): readonly DeadLetter[] =>
  (deadLetters ?? [])
    .filter((letter) => !isOfFile(letter))
    .filter(({ at }) => !manifest || Date.parse(at) > Date.parse(manifest.full.generatedAt));

/** What a person should look at, a sentence each; nothing where publishing does its work by itself. */
export function* publicationProblems(
  state: PublicationState,
  now: Date,
  nameOfFile: NameOfFile = (key) => key,
): Generator<string> {
  yield* state.unreadable;
  yield* ofWhatIsPublished(state, now);
  yield* ofLastRun(state);
  const { begunImport } = state;
  if (begunImport && !begunImport.isRunning) {
    const { kind, startedAt, restoredFrom } = begunImport;
    const what =
      restoredFrom === undefined ? `import of ${kind}` : `restore of ${kind} from the table ${restoredFrom}`;
    yield `the ${what} that began at ${startedAt} stopped half-way, and nothing is published until it was repeated; or publish what is stored as it is, this once: ${state.command('waypost publish --force')}`;
  }
  const undelivered = deadLettersSince(state);
  const last = undelivered.at(-1);
  if (last) {
    const were = undelivered.length === 1 ? 'was' : 'were';
    yield `${eventsInWords(undelivered.length)} for the publisher ${were} given up, and no publication came after it: ${last.why} (${last.at})`;
  }
  yield* undeliveredFiles(state.deadLetters ?? [], nameOfFile, state.command);
}
