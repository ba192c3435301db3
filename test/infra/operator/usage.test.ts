import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StackFile, writeStackFile } from '../../../infra/local/data-directory/stack-file.ts';
import { freePort } from '../../../infra/local/database/engine.ts';
import { commands } from '../../../infra/operator/commands.ts';
import { runWaypost } from '../../support/stack/run-waypost.ts';

describe('the command line of waypost', () => {
  it.each(commands)('explains $name with two examples and its exit codes', async ({ name }) => {
    const { status, stdout, stderr } = await runWaypost([...name.split(' '), '--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: waypost .*\n\n[A-Z].*?\.\n/s);
    expect(stdout).toMatch(
      /\nExamples:\n( {2}\$ .*waypost.*\n){2}\nExit codes:\n {2}0 {2}\S.*\n {2}1 .*\n {2}2 /,
    );
    expect(stdout).toContain('--json');
  });

  it.each([['--help'], ['keys', '--help'], ['enquiries', '--help']])(
    'explains %j with examples',
    async (...args) => {
      expect((await runWaypost(args)).stdout).toMatch(/\nExamples:\n {2}\$ waypost/);
    },
  );

  it('names keys in its examples as they can be, and how to see more of an error', async () => {
    const { stdout } = await runWaypost(['keys', 'revoke', '--help']);
    expect(stdout).toMatch(/waypost keys revoke [0-9a-hjkmnp-tv-z]{12}\n/);
    expect((await runWaypost(['--help'])).stdout).toContain('DEBUG=waypost');
  });

  it('tells its version', async () => {
    expect(await runWaypost(['--version'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  it.each([
    [['imprt'], 'Did you mean import?'],
    [['keys', 'lst'], 'Did you mean list?'],
    [['import', 'billers', 'x', '--dryrun'], 'Did you mean --dry-run?'],
    [['import', 'points', 'x'], 'locations, services, billers, bill-types'],
    [['import', 'locations'], "missing required argument 'files'"],
    [['import', 'locations', '-', '-'], 'standard input (-) can be read only once'],
    [['import', '--stage', 'prod', 'follow', 'locations/x.ndjson'], '--stage must come after "follow"'],
    [['restore', 'enquiries'], "required option '--from-table <name>'"],
    [['restore', 'points', '--from-table', 'x'], 'enquiries, keys, billers, locations, capabilities'],
    [['keys', 'revoke'], "missing required argument 'key-id'"],
    [['keys', 'list', 'all'], 'too many arguments'],
    [['keys', 'issue', '--client', 'x', '--scope', 'locations-v2,beans'], 'locations-v3:search'],
    [['keys'], 'Usage: waypost keys'],
    [[], 'Usage: waypost'],
  ])('ends %j with 2 and says what is wrong', async (args, message) => {
    const { status, stdout, stderr } = await runWaypost(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('what waypost says of a wrong command line', () => {
  it.each([
    [['imprt'], 'waypost --help'],
    [['keys', 'lst'], 'waypost keys --help'],
    [['keys', 'issue', '--expires', 'soon', '--client', 'x'], 'waypost keys issue --help'],
    [['import', 'follow'], 'waypost import follow --help'],
  ])('begins as other errors do, and names the help of the command: %j', async (args, help) => {
    const { stderr } = await runWaypost(args);
    expect(stderr).toMatch(/^waypost: /);
    expect(stderr).toContain(`\n(see ${help})\n`);
  });

  it.each([
    ...['soon', '90', '-1d', '1.5d', '2026-02-30', '21/11/2026', '2026-11-22T10:00:00', '1e3d'].map(
      (text): [string[], string] => [
        ['keys', 'issue', '--client', 'x', '--expires', text],
        'Expected a date',
      ],
    ),
    [['keys', 'issue', '--client', 'x', '--expires', '0d'], '20'],
    [['keys', 'rotate', '4hjk29fmw0qz', '--overlap', 'long'], 'Expected days'],
    [['keys', 'rotate', '4hjk29fmw0qz', '--overlap', '91d'], 'Expected at most 90 days'],
    [['keys', 'issue', '--client', ''], 'Expected a name'],
    [['enquiries', 'list', '--since', 'x'], 'Expected a date'],
  ])('goes on with a sentence: %j', async (args, sentence) => {
    expect((await runWaypost(args)).stderr).toContain(`is invalid. ${sentence}`);
  });
});

describe('the lists of commands', () => {
  it.each([[[]], [['keys']], [['enquiries']]])('are written in one way: %j', async (group) => {
    const { stdout } = await runWaypost([...group, '--help']);
    const list = /\nCommands:\n(.*?)\n\n/s.exec(stdout)?.[1] ?? '';
    const told = [...list.matchAll(/^ {2}\S.*? {2,}(\S.*)$/gm)].map(([, text]) => text);
    expect(told.length).toBeGreaterThan(4);
    for (const text of told) expect(text).toMatch(/^[a-z].*[^.]$/);
  });
});

describe('waypost --json', () => {
  it.each([
    [['imprt', '--json'], "unknown command 'imprt'"],
    [['keys', '--json'], "unknown option '--json'"],
    [['keys', 'issue', '--json'], "required option '--client <name>' not specified"],
    [['keys', 'expire', '4hjk29fmw0qz', '--json'], 'say when the key expires'],
    [['enquiries', 'list', '--limit', '0', '--json'], 'Expected a number from 1 to 1000'],
    [['enquiries', 'export', '--json'], 'name a file with --output'],
  ])('describes wrong usage as JSON: %j', async (args, message) => {
    const { status, stdout } = await runWaypost(args);
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: 'wrong_usage',
        message: expect.stringContaining(message),
        remedy: args[1] === 'expire' || args[1] === 'export' ? null : 'See waypost --help',
      },
    });
  });
});

describe('waypost completion', () => {
  const completed = (...words: readonly string[]) => {
    const line = words.map((word) => `'${word}'`).join(' ');
    const script = `eval "$0"; COMP_WORDS=(waypost ${line}); COMP_CWORD=${words.length}; _waypost; echo "\${COMPREPLY[@]}"`;
    return async () => {
      const { stdout } = await runWaypost(['completion', 'bash']);
      return execFileSync('bash', ['-c', script, stdout], { encoding: 'utf8' }).trim().split(' ');
    };
  };

  it('completes commands, kinds and options in bash', async () => {
    expect(await completed('re')()).toEqual(['redrive', 'restore']);
    expect(await completed('keys', 're')()).toEqual(['revoke']);
    expect(await completed('keys', 'list', '--s')()).toEqual(['--status', '--stage']);
    expect(await completed('--stage', 'dev', 'import', 'lo')()).toEqual(['locations']);
    expect(await completed('import', 'follow', '--m')()).toEqual(['']);
  });

  it('prints scripts for zsh and fish, which name every command', async () => {
    for (const shell of ['zsh', 'fish']) {
      const { status, stdout } = await runWaypost(['completion', shell]);
      expect(status).toBe(0);
      for (const { name } of commands) expect(stdout).toContain(name.split(' ').at(-1));
    }
    expect(JSON.parse((await runWaypost(['completion', 'zsh', '--json'])).stdout)).toEqual({
      shell: 'zsh',
      script: expect.stringMatching(/compdef _waypost waypost$/),
    });
  });
});

describe('waypost without a running stack', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'waypost-no-stack-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  const list = (environment = {}) => runWaypost(['keys', 'list', '--data-dir', directory], { environment });
  const message = () =>
    `waypost: no Waypost stack is running on ${directory}. Start one with \`npm start -- --data-dir ${directory}\`, or name its folder with --data-dir\n`;

  const stackOf = (pid: number, port: number): StackFile => {
    const url = `http://127.0.0.1:${port}`;
    return {
      pid,
      apiUrl: url,
      dynamoDbEndpoint: url,
      objectStoreEndpoint: url,
      controlEndpoint: url,
      region: 'ap-southeast-2',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      tables: {
        locations: 'l',
        capabilities: 'c',
        billers: 'b',
        enquiries: 'e',
        apiKeys: 'k',
        apiKeyEvents: 'v',
        apiKeyUse: 'u',
      },
      publishedBucket: 'published',
      importBucket: 'imports',
      publisherFunction: 'Publisher',
      catalogueCheckSeconds: 1,
    };
  };

  it('finds the stack that the environment names, unless an option names another', async () => {
    const inEnvironment = (environment: Record<string, string>, ...args: string[]) =>
      runWaypost(['status', ...args], { environment });
    const named = { WAYPOST_DATA_DIR: directory };
    expect((await inEnvironment(named)).stderr).toBe(message());
    expect((await inEnvironment(named, '--data-dir', 'other')).stderr).toContain('running on other.');
    const both = await inEnvironment({ ...named, WAYPOST_STAGE: 'dev' });
    expect(both).toMatchObject({ status: 2, stderr: expect.stringContaining('name two stacks') });
    const onLocal = await inEnvironment({ WAYPOST_STAGE: 'prod' }, '--data-dir', directory);
    expect(onLocal.stderr).toBe(message());
    const unknown = await inEnvironment({ WAYPOST_STAGE: 'test' });
    expect(unknown).toMatchObject({
      status: 2,
      stderr: 'waypost: WAYPOST_STAGE must be one of dev, prod, not test\n',
    });
  });

  it('says so when there is no stack file', async () => {
    expect(await list()).toEqual({ status: 1, stdout: '', stderr: message() });
  });

  it.each(['publish', 'status', 'verify'])('says so of %s too', async (command) => {
    const { status, stdout, stderr } = await runWaypost([command, '--json', '--data-dir', directory]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: message() });
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: 'no_stack',
        message: `no Waypost stack is running on ${directory}`,
        remedy: expect.stringMatching(/^Start one with `npm start -- --data-dir/),
      },
    });
  });

  it('says so when the process of the stack is gone', async () => {
    // The greatest process id of a 64-bit Linux is 4,194,304.
    await writeStackFile(directory, stackOf(4_194_305, await freePort()));
    expect(await list()).toEqual({ status: 1, stdout: '', stderr: message() });
  });

  it('says so when the database of the stack takes no connections', async () => {
    await writeStackFile(directory, stackOf(process.pid, await freePort()));
    expect(await list()).toEqual({ status: 1, stdout: '', stderr: message() });
  });

  it('shows no stack trace, unless asked to with DEBUG', async () => {
    await writeFile(path.join(directory, 'stack.json'), '{"pid":');
    const plain = await list();
    expect(plain.status).toBe(1);
    expect(plain.stderr).toContain('stack.json does not describe a stack');
    expect(plain.stderr).not.toMatch(/^ +at /m);
    for (const DEBUG of ['waypost', 'express,waypost'])
      expect((await list({ DEBUG })).stderr).toMatch(/^ +at /m);
  });
});
