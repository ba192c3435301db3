import { execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { freePort } from '../../../infra/local/database/engine.ts';
import { commands } from '../../../infra/operator/commands.ts';
import { startOperatorStack } from '../../support/stack/operator-stack.ts';
import { runWaypost, startWaypost } from '../../support/stack/run-waypost.ts';
import { referenceOf } from '../../support/tables/stored-enquiry.ts';
import { newDirectory } from '../local/new-directory.ts';

const named = Object.entries(commands).map(([name, { load }]) => ({ name, isGroup: load === undefined }));

describe('waypost help', () => {
  test.for(named)('explains $name with two examples and its exit codes', async ({ name, isGroup }) => {
    const help = await runWaypost([...name.split(' '), '--help']);
    expect(help).toEqual({ status: 0, stderr: '', stdout: expect.stringMatching(/^Usage: waypost /) });
    expect(help.stdout).toMatch(/\n\n[A-Z].*?\.\n/s);
    expect(help.stdout).toMatch(/\nExamples:\n( {2}\$ .*waypost.*\n){2}/);
    if (!isGroup) expect(help.stdout).toMatch(/\nExit codes:\n {2}0 {2}\S.*\n {2}1 .*\n {2}2 /);
    expect(help.stdout).toContain('--json');
    expect(await runWaypost(['help', ...name.split(' ')])).toEqual(help);
    if (isGroup) expect(await runWaypost([name, 'help'])).toEqual(help);
  });

  test.for([[], ['keys'], ['enquiries']])('starts command summaries in lower case: %j', async (group) => {
    const { stdout } = await runWaypost([...group, '--help']);
    const list = /\nCommands:\n(.*?)\n\n/s.exec(stdout)?.[1] ?? '';
    const summaries = [...list.matchAll(/^ {2}\S.*? {2,}(\S.*)$/gm)].map(([, text]) => text);
    expect(summaries.length).toBeGreaterThan(4);
    for (const summary of summaries) expect(summary).toMatch(/^[a-z].*[^.]$/);
  });

  test.for<[string[], RegExp]>([
    [['keys', 'revoke', '--help'], /waypost keys revoke [0-9a-hjkmnp-tv-z]{12}\n/],
    [['help'], /\nExamples:\n {2}\$ waypost.*DEBUG=waypost/s],
    [['--version'], /^\d+\.\d+\.\d+\n$/],
  ])('shows valid key IDs, how to debug, and the version: %j', async ([args, text]) =>
    expect(await runWaypost(args)).toEqual({ status: 0, stdout: expect.stringMatching(text), stderr: '' }),
  );
});

const toClient = 'keys issue --client x';
const browser = `${toClient} --browser --origin https://www.example.com`;
const issue = `${toClient} --scope locations-v2`;
const invalidDates = ['90', '1.5d', '2026-02-30', '2026-11-22T10:00:00'];

/** Invalid command lines, each with the message and the remedy, or the command whose help is suggested. */
const invalid: readonly (readonly [line: string | readonly string[], message: string, help: string])[] = [
  ['imprt', "unknown command 'imprt'", 'Did you mean import? See `waypost --help`'],
  ['keys lst', "unknown command 'lst'", 'Did you mean list? See `waypost keys --help`'],
  ['import billers x --dryrun', "option '--dryrun'", 'Did you mean --dry-run? See `waypost import --help`'],
  ['import points x', 'locations, services, parcel-limits, places, holidays, billers, bill-types', 'import'],
  ['import follow', "missing required argument 'key'", 'import follow'],
  ['restore enquiries', "required option '--from-table <name>'", 'restore'],
  ['restore x --from-table x', 'billers, locations, location-changes, capabilities', 'restore'],
  ['keys list all', 'too many arguments', 'keys list'],
  ['enquiries list --cursor x', 'the cursor does not belong to this list', 'Start again without'],
  [['keys', 'issue', '--client', ' '], 'is invalid. Expected a name', 'keys issue'],
  ['keys issue --client a\u202eb', 'is invalid. Expected a name', 'keys issue'],
  [toClient, 'neither --scope nor --browser is given', 'Use --scope to specify'],
  [`${toClient} --browser`, 'a browser key needs origins', 'Use --origin'],
  [`${issue} --origin https://www.example.com`, 'only browser keys have origins', 'Add --browser'],
  [`${issue} --browser`, "option '--browser' cannot be used with option '--scope", 'keys issue'],
  [`${browser} --plan partner`, "'--browser' cannot be used with option '--plan", 'keys issue'],
  [`${issue} --plan browser`, 'standard, partner, unlimited', 'keys issue'],
  [`${browser} --origin http://localhost:3000`, 'only for sandbox keys', 'Add --sandbox'],
  [`${browser}${' --origin https://a.example'.repeat(20)}`, 'Expected at most 20 origins', 'keys issue'],
  [`${browser} --origin https://www.example.com/shop`, 'Expected an origin', 'keys issue'],
  ['keys origins k', 'neither --add nor --remove is given', 'Use --add to add websites'],
  [`${issue} --expires never`, 'needs a reason', 'Give one with --reason'],
  [`${issue} --scope locations-v2,beans`, 'locations-v3:search', 'keys issue'],
  [`${issue} --reason a\nb`, 'is invalid. Expected a reason', 'keys issue'],
  ...invalidDates.map(
    (text) => [`${issue} --expires ${text}`, 'is invalid. Expected a date', 'keys issue'] as const,
  ),
  [`${issue} --expires 0d`, 'is not in the future', 'keys issue'],
  ['keys rotate k --overlap long', 'is invalid. Expected days', 'keys rotate'],
  ['keys rotate k --overlap 91d', 'is invalid. Expected at most 90 days', 'keys rotate'],
  ['keys expire k', 'neither --at nor --never is given', 'Set the expiry with --at'],
  ['keys expire k --never --at 9d', 'cannot be used with', 'keys expire'],
  ['enquiries list --since x', 'is invalid. Expected a date', 'enquiries list'],
  ['enquiries list --since 2026-11-02 --until 2026-11-01', 'is not after --since', 'Use a later --until'],
  ['enquiries list --limit 0', 'Expected a number from 1 to 1000', 'enquiries list'],
  ['enquiries export --format xml', 'csv, json, ndjson', 'enquiries export'],
  [['enquiries', 'close', referenceOf(1), '--note', ' '], 'Expected 1 to 2000 characters', 'enquiries close'],
  [`enquiries erase ${referenceOf(1)}`, "required option '--reason <text>'", 'enquiries erase'],
  ['keys', 'no command was given', 'keys'],
];

describe('invalid usage', () => {
  test.for(invalid)('exits with 2, a message and a remedy: %j', async ([line, message, remedy]) => {
    const args = typeof line === 'string' ? line.split(' ') : line;
    const text = await runWaypost(args);
    expect(text).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(message) });
    expect(text.stderr).toMatch(/^waypost: .*[^.][.?] [^\n]*\n$|^Usage: /s);
    const json = await runWaypost([...args, '--json']);
    expect(json.status).toBe(2);
    const { error } = JSON.parse(json.stdout);
    expect(error).toMatchObject({ code: 'wrong_usage', message: expect.stringContaining(message) });
    expect(error.remedy).toContain(/^[a-z]/.test(remedy) ? `See \`waypost ${remedy} --help\`` : remedy);
  });

  test.for([
    ['import locations - -', 'standard input (-) can be read only once'],
    ['import --stage prod follow locations/x.ndjson', '--stage must come after "follow"'],
    ['import --merge follow locations/x.ndjson', '"follow" has no option --merge. See `waypost'],
    ['help imprt', "unknown command 'imprt'. See `waypost --help`"],
    ['help keys lst', "unknown command 'lst'. See `waypost keys --help`"],
    ['keys help lst', "unknown command 'lst'. See `waypost keys --help`"],
    ['keys lst --help', "unknown command 'lst'. See `waypost keys --help`"],
    // Split at spaces, this has an empty argument.
    ['locations close  --on 2026-12-24', 'an argument is empty. See `waypost locations close --help`'],
    ['rollback', 'no version was given. `waypost rollback --list` lists the kept versions'],
    ['rollback 20261121T005810123Z-4f2a9c --list', '--list takes no version'],
    ['enquiries export --json', 'with --json, standard output is reserved for the result. Specify a file'],
  ] as const)('exits with 2: %s', async ([line, message]) => {
    const stderr = expect.stringContaining(message);
    expect(await runWaypost(line.split(' '))).toMatchObject({ status: 2, stderr });
  });

  it('prints the help if there are no arguments', async () => {
    expect(await runWaypost([])).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage: ') });
  });
});

describe('waypost completion', () => {
  test.for([
    [['re'], 'redrive restore'],
    [['keys', 're'], 'revoke'],
    [['keys', 'list', '--s'], '--status --stage'],
    [['--stage', 'dev', 'import', 'lo'], 'locations'],
    [['import', 'follow', '--m'], ''],
  ] as const)('completes commands, kinds and options in bash: %j', async ([words, choices]) => {
    const line = words.map((word) => `'${word}'`).join(' ');
    const script = `eval "$0"; COMP_WORDS=(waypost ${line}); COMP_CWORD=${words.length}; _waypost; echo "\${COMPREPLY[@]}"`;
    const { stdout } = await runWaypost(['completion', 'bash']);
    expect(execFileSync('bash', ['-c', script, stdout], { encoding: 'utf8' }).trim()).toBe(choices);
  });

  it('prints scripts for zsh and fish that include every command', async () => {
    for (const shell of ['zsh', 'fish']) {
      const { status, stdout } = await runWaypost(['completion', shell]);
      expect(status).toBe(0);
      for (const { name } of named) expect(stdout).toContain(name.split(' ').at(-1));
      expect(JSON.parse((await runWaypost(['--json', 'completion', shell])).stdout)).toEqual({
        shell,
        script: stdout.trimEnd(),
      });
    }
  });
});

describe('waypost without a running stack', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await newDirectory();
  });

  const list = (environment = {}) => runWaypost(['keys', 'list', '--data-dir', directory], { environment });
  const message = (folder = directory) =>
    `waypost: no Waypost stack is running on ${folder}. Start one with \`npm start -- --data-dir ${folder}\`, or specify its folder with --data-dir\n`;

  it('uses the stack in the environment unless an option selects another', async () => {
    const inEnvironment = (environment: Record<string, string>, ...args: string[]) =>
      runWaypost(['status', ...args], { environment });
    const WAYPOST_DATA_DIR = directory;
    expect((await inEnvironment({ WAYPOST_DATA_DIR })).stderr).toBe(message());
    const other = await inEnvironment({ WAYPOST_DATA_DIR }, '--data-dir', 'other');
    expect(other.stderr).toContain('running on other.');
    const onLocal = await inEnvironment({ WAYPOST_STAGE: 'prod' }, '--data-dir', directory);
    expect(onLocal.stderr).toBe(message());
    for (const [environment, problem] of [
      [{ WAYPOST_DATA_DIR, WAYPOST_STAGE: 'dev' }, 'select two stacks'],
      [{ WAYPOST_STAGE: 'test' }, 'WAYPOST_STAGE must be one of dev, prod, not test'],
    ] as const) {
      const stderr = expect.stringContaining(problem);
      expect(await inEnvironment(environment)).toMatchObject({ status: 2, stderr });
    }
  });

  test.for([
    ['status', '--json', '--data-dir'],
    ['--json', 'status', '--data-dir'],
    ['keys', '--json', 'list', '--data-dir'],
  ])('reports the missing stack as JSON: %j', async (args) => {
    const { status, stdout, stderr } = await runWaypost([...args, directory]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: message() });
    const remedy = expect.stringMatching(/^Start one with `npm start -- --data-dir/);
    const error = { code: 'no_stack', message: `no Waypost stack is running on ${directory}`, remedy };
    expect(JSON.parse(stdout)).toEqual({ error });
  });

  it('reports a missing stack if its process or its database is gone', async () => {
    const stack = await startOperatorStack();
    onTestFinished(() => stack.close());
    const listed = () => runWaypost(['keys', 'list', '--data-dir', stack.dataDirectory]);
    expect(await listed()).toMatchObject({ status: 0 });
    // The maximum process ID on 64-bit Linux is 4,194,304.
    const gone = [{ pid: 4_194_305 }, { dynamoDbEndpoint: `http://127.0.0.1:${await freePort()}` }];
    for (const overrides of gone) {
      await stack.describe(overrides);
      expect(await listed()).toEqual({ status: 1, stdout: '', stderr: message(stack.dataDirectory) });
    }
  });

  it('shows a stack trace only with DEBUG', async () => {
    await writeFile(path.join(directory, 'stack.json'), '{"pid":');
    const plain = await list();
    const stderr = expect.stringContaining('stack.json does not describe a stack');
    expect(plain).toMatchObject({ status: 1, stderr });
    expect(plain.stderr).not.toMatch(/^ +at /m);
    for (const DEBUG of ['waypost', 'express,waypost'])
      expect((await list({ DEBUG })).stderr).toMatch(/^ +at /m);
  });
});

it('suggests commands for the stack that it works on, even if the environment selects another', async () => {
  const stack = await startOperatorStack();
  onTestFinished(() => stack.close());
  const cwd = await newDirectory();
  await symlink(stack.dataDirectory, path.join(cwd, '.local'));
  const show = ['keys', 'show', 'k', '--data-dir', '.local'];
  const suggested = async (environment: Record<string, string>) =>
    /`(.*)` lists the keys/.exec((await startWaypost(show, { cwd, environment }).ended).stderr)?.[1];
  expect(await suggested({})).toBe('waypost keys list');
  const explicit = 'waypost keys list --data-dir .local';
  expect(await suggested({ WAYPOST_STAGE: 'prod' })).toBe(explicit);
  expect(await suggested({ WAYPOST_DATA_DIR: '/srv/waypost' })).toBe(explicit);
});
