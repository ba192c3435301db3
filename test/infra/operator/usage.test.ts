import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StackFile, writeStackFile } from '../../../infra/local/data-directory/stack-file.ts';
import { freePort } from '../../../infra/local/database/free-port.ts';
import { runWaypost } from '../../support/stack/run-waypost.ts';

describe('the command line of waypost', () => {
  it.each([
    [['--help']],
    [['import', '--help']],
    [['publish', '--help']],
    [['status', '--help']],
    [['verify', '--help']],
    [['restore', '--help']],
    [['completion', '--help']],
    [['enquiries', '--help']],
    [['enquiries', 'list', '--help']],
    [['enquiries', 'show', '--help']],
    [['enquiries', 'export', '--help']],
    [['enquiries', 'close', '--help']],
    [['enquiries', 'reopen', '--help']],
    [['keys', '--help']],
    [['keys', 'issue', '--help']],
    [['keys', 'list', '--help']],
    [['keys', 'show', '--help']],
    [['keys', 'rotate', '--help']],
    [['keys', 'expire', '--help']],
    [['keys', 'revoke', '--help']],
    [['keys', 'audit', '--help']],
  ])('explains %j with examples', async (args) => {
    const { status, stdout, stderr } = await runWaypost(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/Usage: waypost/);
    expect(stdout).toMatch(/Examples:\n {2}\$ .*waypost/);
  });

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
    [['keys', 'issue', '--client', 'x', '--expires', 'soon'], 'Expected a date'],
    [['keys', 'rotate', '4hjk29fmw0qz', '--overlap', 'long'], 'Expected days'],
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

  it.each(['keys', 'enquiries', 'import', 'status'])(
    'lead to a help of %s that begins with a sentence',
    async (command) => {
      const { stdout } = await runWaypost([command, '--help']);
      expect(stdout).toMatch(/^Usage: .*\n\n[A-Z].*?\.\n\n/s);
    },
  );
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
