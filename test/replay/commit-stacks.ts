import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { services } from '../../shared/domain/access/service.ts';
import { warmUp } from '../fuzz/warm-up.ts';
import { InvalidUsage } from '../support/command.ts';
import { newDataDirectory, removeDataDirectory, spawnStack } from '../support/stack/stack-process.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { networkFile, networkKinds } from './corpus.ts';
import type { BackEnd } from './replay-corpus.ts';

/** Stacks of commits, each with its own code, the recorded network and the same fixed time. */

export const project = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** Checks out a commit into a worktree, with the packages of this checkout or its own. Throws InvalidUsage. */
export const checkOut = async (
  commit: string,
  stop: AsyncDisposableStack,
  report: (line: string) => void,
): Promise<string> => {
  await run('git', ['rev-parse', '--verify', `${commit}^{commit}`], { cwd: project }).catch(() => {
    throw new InvalidUsage(`This checkout has no commit ${commit}.`);
  });
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'waypost-replay-')));
  stop.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const checkout = join(folder, 'checkout');
  await run('git', ['worktree', 'add', '--detach', checkout, commit], { cwd: project });
  stop.defer(async () => {
    await run('git', ['worktree', 'remove', '--force', checkout], { cwd: project });
  });
  if (await hasPackagesOf(checkout)) {
    await symlink(join(project, 'node_modules'), join(checkout, 'node_modules'));
  } else {
    report(`Installing the packages of ${commit}`);
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout });
  }
  return checkout;
};

type Packages = Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>;
const packagesIn = async (file: string): Promise<Packages> =>
  JSON.parse(await readFile(file, 'utf8')).packages;

/** Whether this checkout has every package of another checkout installed in the same version. */
const hasPackagesOf = async (checkout: string): Promise<boolean> => {
  const wanted = await packagesIn(join(checkout, 'package-lock.json'));
  const installed = await packagesIn(join(project, 'node_modules/.package-lock.json')).catch(
    (): Packages => ({}),
  );
  // The empty path is the checkout itself. Optional packages for other platforms are not installed.
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (optional && !installed[path]) || installed[path]?.version === version,
  );
};

/** Publishing needs a running clock, so the network is imported before the clock is fixed. */
export const startFrozenStack = async (
  checkout: string,
  at: Date,
  stop: AsyncDisposableStack,
): Promise<BackEnd> => {
  const dataDirectory = await newDataDirectory();
  stop.defer(() => removeDataDirectory(dataDirectory));
  // Ends the stack with this process, even if this process is killed.
  const environment = { npm_lifecycle_event: 'start' };
  const filling = await spawnStack({ checkout, dataDirectory, environment });
  const key = await fill(checkout, dataDirectory).finally(() => filling.stop());
  const clock = join(dataDirectory, 'frozen-clock.cjs');
  await writeFile(clock, frozenClock(at));
  const nodeOptions = ['--require', clock];
  const stack = await spawnStack({ checkout, dataDirectory, environment, nodeOptions });
  stop.defer(() => stack.stop());
  await warmUp(httpTarget(stack.url, key));
  return { url: stack.url, key };
};

const fill = async (checkout: string, dataDirectory: string): Promise<string> => {
  const waypost = async (...args: readonly string[]): Promise<string> => {
    const given = ['infra/operator/waypost.ts', ...args, '--data-dir', dataDirectory];
    return (await run(process.execPath, given, { cwd: checkout })).stdout;
  };
  for (const kind of networkKinds) await waypost('import', kind, fileURLToPath(networkFile(kind)));
  // The fixed time may be years ahead, so the key must not expire.
  const unbounded = ['--plan', 'unlimited', '--expires', 'never', '--reason', 'replay'];
  const key = await waypost('keys', 'issue', '--client', 'replay', '--scope', ...services, ...unbounded);
  return key.trim();
};

/** Stops the clock of functions, but not that of the stores, which reject signatures with another time. */
const frozenClock = (at: Date): string => `
const { isMainThread } = require('node:worker_threads');
if (!isMainThread) {
  const at = ${at.getTime()};
  Date.now = () => at;
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length > 0 ? given : [at], newTarget),
  });
}
`;
