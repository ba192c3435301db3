import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockDirectory } from '../../../../infra/local/data-directory/data-directory.ts';

const freshDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-lock-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
};

/**
 * Waits for a line at standard input, tries to lock for so many milliseconds, says what came of it, and holds what it has
 * until it is killed.
 */
const contender = `
  const { lockDirectory } = await import('./infra/local/data-directory/data-directory.ts');
  process.stdin.once('data', () => lockDirectory(process.argv[1], Number(process.argv[2])).then(() => console.log('has it'), (error) => console.log(/process \\d+/.exec(error.message)?.[0])));
  console.log('ready');
  setInterval(() => {}, 1_000);
`;

interface Contender {
  readonly process: ChildProcess;
  next(): Promise<string>;
}

const startContender = (directory: string, patienceMilliseconds: number): Contender => {
  const program = ['--input-type=module', '-e', contender, directory, String(patienceMilliseconds)];
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { process: child, next: async () => String((await lines.next()).value) };
};

const kill = async ({ process: child }: Contender) => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

describe('the lock of a data directory', () => {
  it('G24 is given to one of six processes that ask at the same moment, and its number to the others', async () => {
    const directory = await freshDirectory();
    // The winner leaves its number after it has the lock: the others wait that long on a busy machine, too.
    const contenders = Array.from({ length: 6 }, () => startContender(directory, 5_000));
    for (const each of contenders) expect(await each.next()).toBe('ready');
    for (const each of contenders) each.process.stdin?.write('go\n');
    const answers = await Promise.all(contenders.map((each) => each.next()));
    const winner = answers.indexOf('has it');
    const others = answers.filter((_, index) => index !== winner);
    expect(new Set(others)).toEqual(new Set([`process ${contenders[winner]?.process.pid}`]));
  });

  it('G24 is free at once when its holder was killed', async () => {
    const directory = await freshDirectory();
    const first = startContender(directory, 500);
    await first.next();
    first.process.stdin?.write('go\n');
    expect(await first.next()).toBe('has it');
    await kill(first);
    // A holder that is killed leaves its name behind, which is not asked for.
    expect(await readdir(directory)).toEqual(['lock', 'lock-holder.json']);
    await expect(lockDirectory(directory).then((release) => release())).resolves.toBeUndefined();
    expect(await readdir(directory)).toEqual(['lock']);
    expect((await stat(join(directory, 'lock'))).size).toBe(0);
  });

  it('is waited for where its holder is about to end, and refused within the same process too', async () => {
    const directory = await freshDirectory();
    const first = await lockDirectory(directory);
    const second = lockDirectory(directory);
    setTimeout(() => void first(), 300);
    const held = await second;
    await expect(lockDirectory(directory, 100)).rejects.toThrow(`(process ${process.pid})`);
    await held();
  });

  it('G13 says so where its file is something else', async () => {
    const directory = await freshDirectory();
    await writeFile(join(directory, 'lock'), 'x'.repeat(200));
    await expect(lockDirectory(directory)).rejects.toThrow(/lock cannot be locked: file is not a database/);
  });
});
