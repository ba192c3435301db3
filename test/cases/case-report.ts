import { type CaseRow, type CaseTarget, caseTargets } from './catalogue.ts';

/** A test that has run: its whole name with those of its suites, its file, and what became of it. */
export interface RunTest {
  readonly name: string;
  /** From the root of the repository, such as `test/local/keys.test.ts`. */
  readonly file: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
}

export interface CaseResult {
  readonly row: CaseRow;
  /** Tests that passed. */
  readonly passed: Readonly<Record<CaseTarget, number>>;
  readonly failed: number;
  readonly outcome: 'passed' | 'failed' | 'missing' | 'not applicable';
}

export interface CaseReport {
  readonly results: readonly CaseResult[];
  /** Ids in names of tests that no row has. */
  readonly unknown: readonly string[];
}

const idForm = /\b[A-H]\d{2}\b/g;

/** Tests of what is called for requests; of the platform's functions, the authoriser and those that refuse. */
const requestFolders = /^test\/(contract|fuzz|shared\/http|functions\/(?!platform\/(?!authoris|refuse-)))/;

/** What a file's tests ask. */
const targetOf = (file: string): CaseTarget => {
  if (file.startsWith('test/local/')) return 'stack';
  return requestFolders.test(file) ? 'handlers' : 'parts';
};

const resultOf = (row: CaseRow, tests: readonly RunTest[]): CaseResult => {
  const passedIn = (target: CaseTarget) =>
    tests.filter(({ file, state }) => state === 'passed' && targetOf(file) === target).length;
  const passed = { handlers: passedIn('handlers'), stack: passedIn('stack'), parts: passedIn('parts') };
  const failed = tests.filter(({ state }) => state === 'failed').length;
  const anywhere = Object.values(passed).some((count) => count > 0);
  // What a running stack shows of a part is shown.
  const lacks = row.needs.some((target) => (target === 'parts' ? !anywhere : passed[target] === 0));
  const without = lacks ? 'missing' : row.needs.length === 0 ? 'not applicable' : 'passed';
  return { row, passed, failed, outcome: failed > 0 ? 'failed' : without };
};

/** What the tests that ran have shown of each row. */
export const reportCases = (rows: readonly CaseRow[], tests: readonly RunTest[]): CaseReport => {
  const byId = Map.groupBy(
    tests.flatMap((test) => [...new Set(test.name.match(idForm))].map((id) => ({ id, test }))),
    ({ id }) => id,
  );
  const known = new Set(rows.map(({ id }) => id));
  return {
    results: rows.map((row) =>
      resultOf(
        row,
        (byId.get(row.id) ?? []).map(({ test }) => test),
      ),
    ),
    unknown: [...byId.keys()].filter((id) => !known.has(id)).sort(),
  };
};

/** What is known of a run of tests. */
export interface TestRun {
  /** Whether it was broken off. */
  readonly interrupted: boolean;
  /** Whether tests were chosen by a pattern of their names. */
  readonly chosenByName: boolean;
  /** The names of its projects. */
  readonly projects: readonly string[];
  readonly filesThatRan: number;
  /** Of all its projects. */
  readonly filesThereAre: number;
}

const neededProjects = ['functions', 'parts', 'running stack'];

/** Whether nothing was left out: only then is a row without a test one that nobody tests. */
export const isWholeRun = (run: TestRun): boolean =>
  !run.interrupted &&
  !run.chosenByName &&
  neededProjects.every((needed) => run.projects.includes(needed)) &&
  run.filesThatRan === run.filesThereAre;

/** What a whole run exits with: 1 where a row is not shown, else what the tests themselves have made of it. */
export const exitCodeOf = (
  report: CaseReport,
  ofTheTests: NodeJS.Process['exitCode'],
): NodeJS.Process['exitCode'] => (isWhole(report) ? ofTheTests : 1);

/** Whether each row is shown wherever it can be, and every id is that of a row. */
export const isWhole = ({ results, unknown }: CaseReport): boolean =>
  unknown.length === 0 &&
  results.every(({ outcome }) => outcome === 'passed' || outcome === 'not applicable');

/** One line that says how many rows passed, and which did not. */
export const summaryOf = ({ results, unknown }: CaseReport): string => {
  const idsOf = (outcome: CaseResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).map(({ row }) => row.id);
  const named = (['missing', 'failed', 'not applicable'] as const)
    .map((outcome) => ({ outcome, ids: idsOf(outcome) }))
    .filter(({ ids }) => ids.length > 0)
    .map(({ outcome, ids }) => `, ${outcome} ${ids.join(' ')}`);
  const strangers = unknown.length > 0 ? `, unknown ids ${unknown.join(' ')}` : '';
  return `Cases: ${idsOf('passed').length} of ${results.length} passed${named.join('')}${strangers}`;
};

const cellOf = ({ row, passed }: CaseResult, target: CaseTarget): string => {
  if (passed[target] > 0) return String(passed[target]);
  return row.needs.includes(target) ? 'none' : '–';
};

const lineOf = (result: CaseResult): string => {
  const cells = caseTargets.map((target) => cellOf(result, target));
  const { row, outcome } = result;
  return `| ${[row.id, row.title, ...cells, outcome, row.because].join(' | ')} |`;
};

/** The table of all rows as Markdown: tests that passed by target, the outcome, and why a target shows nothing. */
export const markdownOf = (report: CaseReport): string =>
  [
    '# Hostile and faulty cases',
    '',
    `${summaryOf(report)}.`,
    '',
    'Numbers are tests that passed: on the functions with the events of API Gateway, on a running stack over its',
    'socket, and on single parts, the templates among them.',
    '',
    '| id | case | handlers | running stack | parts | outcome | why not everywhere |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...report.results.map(lineOf),
    '',
  ].join('\n');
