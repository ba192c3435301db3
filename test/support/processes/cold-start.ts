import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import * as z from 'zod';
import { median } from '../../benchmark/measure/quantiles.ts';
import { installedBinary } from '../../benchmark/search/servers/installed-binary.ts';

const run = promisify(execFile);
const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const moment = z.object({ milliseconds: z.number(), processorMilliseconds: z.number() });

/** When a process had loaded its function, and when that had answered: since the process began. */
const coldStart = z.object({ loaded: moment, answered: moment, result: z.unknown().optional() });
export type ColdStart = z.infer<typeof coldStart>;

/**
 * What is started: a bundle, what it is asked if it is asked anything, and the environment of its deployment. One of ES
 * modules is a process of its own, which tells by itself when it was loaded.
 */
export interface ColdStartSubject {
  readonly file: string;
  readonly event?: object;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Bundles one file to CommonJS with nothing that a function's bundle has beyond that. Gives the file's name. */
export const bundlePlainly = async (entry: string, directory: string, name: string): Promise<string> => {
  const outfile = join(directory, `${name}.cjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    minify: true,
    logLevel: 'warning',
  });
  return outfile;
};

/** A function that does nothing at all: what a start costs without any of ours. */
const emptyFunction = async (directory: string): Promise<string> => {
  await mkdir(directory, { recursive: true });
  const file = join(directory, 'empty.cjs');
  await writeFile(file, 'exports.handler = async () => ({ statusCode: 200 });\n');
  return file;
};

type Command = readonly [program: string, given: readonly string[]];

/** The same on one core alone, where that can be said: a function has no more, and what it asks is elsewhere. */
export const onOneCore = ([program, given]: Command): Command => {
  const taskset = availableParallelism() < 2 ? undefined : installedBinary('taskset');
  return taskset ? [taskset, ['-c', '0', program, ...given]] : [program, given];
};

/**
 * Puts into a directory what starts functions, as `command` has it, and an empty function to hold others against.
 */
export const coldStarter = async (
  directory: string,
  command: (command: Command) => Command = (own) => own,
) => {
  const [starter, empty] = await Promise.all([
    bundlePlainly(pathOf('./cold-start-process.ts'), directory, 'cold-start-process'),
    emptyFunction(directory),
  ]);
  const start = async ({ file, event, environment = {} }: ColdStartSubject): Promise<ColdStart> => {
    const asked = [file, ...(event ? [JSON.stringify(event)] : [])];
    const [program, given] = command([process.execPath, file.endsWith('.mjs') ? asked : [starter, ...asked]]);
    const { stdout } = await run(program, given, {
      env: { PATH: process.env.PATH, ...environment },
      maxBuffer: 64 * 1024 * 1024,
    });
    const lines = stdout.trimEnd().split('\n');
    return coldStart.parse(JSON.parse(lines.at(-1) ?? ''));
  };
  return { empty: { file: empty, event: {} } satisfies ColdStartSubject, start };
};

type Moment = z.infer<typeof moment>;

const medianMoment = (moments: readonly Moment[]): Moment => ({
  milliseconds: median(moments.map(({ milliseconds }) => milliseconds)),
  processorMilliseconds: median(moments.map(({ processorMilliseconds }) => processorMilliseconds)),
});

/** Of all starts of one subject. */
export interface MedianStart {
  readonly loaded: Moment;
  readonly answered: Moment;
  /** What the last start was answered. */
  readonly result: unknown;
}

/**
 * Starts each subject once a round, one process after the other, so that what else the machine does falls on all alike.
 * Gives the medians by the subjects' names.
 */
export const medianStarts = async <Name extends string>(
  start: (subject: ColdStartSubject) => Promise<ColdStart>,
  subjects: Readonly<Record<Name, ColdStartSubject>>,
  rounds: number,
): Promise<ReadonlyMap<string, MedianStart>> => {
  const starts = new Map<string, ColdStart[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, subject] of Object.entries<ColdStartSubject>(subjects)) {
      const started = await start(subject);
      starts.set(name, [...(starts.get(name) ?? []), started]);
    }
  }
  return new Map(
    [...starts].map(([name, each]) => [
      name,
      {
        loaded: medianMoment(each.map(({ loaded }) => loaded)),
        answered: medianMoment(each.map(({ answered }) => answered)),
        result: each.at(-1)?.result,
      },
    ]),
  );
};
