import { MultiBar, Presets } from 'cli-progress';
import { visibleJson, visibleLines } from './text.ts';

/** Prints a message for the operator on standard error; it may quote foreign text. */
export const say = (text: string) => void process.stderr.write(`${visibleLines(text).join('\n')}\n`);

/** Standard output did not take what was written to it; the cause says why. */
export class UnwrittenOutput extends Error {
  override readonly name = 'UnwrittenOutput';
}

/** Writes to standard output and waits until that is done. Throws UnwrittenOutput. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (cause) => {
      if (cause) reject(new UnwrittenOutput('standard output cannot be written', { cause }));
      else resolve();
    });
  });

const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE';

/**
 * Ignores readers that go away, as with `| head`: a command runs to its end, because it must not leave its work half
 * done. The function returned waits for the output and returns the exit code: the one given, but 1 instead of 0 if standard
 * output was lost for another reason, such as a full disk.
 */
export const watchOutput = (): ((code: number) => Promise<number>) => {
  const { stdout, stderr } = process;
  let lost: Error | undefined;
  stdout.on('error', (error: Error) => {
    if (!isClosedPipe(error)) lost ??= error;
  });
  stderr.on('error', () => {});
  return async (code) => {
    await new Promise<void>((resolve) => stdout.write('', () => resolve()));
    if (lost === undefined) return code;
    stderr.write(`waypost: standard output cannot be written (${lost.message})\n`);
    return code === 0 ? 1 : code;
  };
};

/** Whether the command line asks for JSON, even if it cannot be parsed. */
export const isJson = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
};

/** Exit codes of shells for the signals that end a command. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

interface Interruption {
  /** What the command leaves. */
  readonly message: string;
  readonly cleanUp: () => void;
}
const interruptions: Interruption[] = [];

/** Until the function returned is called, Ctrl-C and other signals end the process with a message about what it leaves. */
export const onInterrupt = (message: string, cleanUp: () => void = () => {}): (() => void) => {
  const interruption = { message, cleanUp };
  interruptions.push(interruption);
  return () => void interruptions.splice(interruptions.indexOf(interruption), 1);
};

/** Ends the process at Ctrl-C and other signals with what `onInterrupt` was given last; with `json` as an error. */
export const watchInterrupts = (json: boolean): void => {
  for (const [signal, code] of Object.entries(signals))
    process.once(signal, () => {
      for (const { cleanUp } of interruptions) cleanUp();
      const message = `interrupted: ${interruptions.at(-1)?.message ?? 'the command did not end'}`;
      const error = { code: 'interrupted', message, remedy: null };
      if (json) process.stdout.write(`${visibleJson({ error })}\n`);
      say(`\nwaypost: ${message}`);
      process.exit(code);
    });
};

/** Progress of a command on a terminal. */
export interface Progress {
  update(done: number, count: number): void;
  /** Prints a line that stays, above the bar. */
  print(line: string): void;
  stop(): void;
}

/**
 * Shows a bar on a terminal; elsewhere only the lines printed. `total` is what `update` counts to, undefined if unknown;
 * `format` contains `{count}`.
 */
export const showProgress = (total: number | undefined, format: string): Progress => {
  const terminal = process.stderr;
  if (!terminal.isTTY)
    return { update: () => {}, print: (line) => void terminal.write(`${line}\n`), stop: () => {} };
  const bars = new MultiBar(
    {
      stream: terminal,
      clearOnComplete: true,
      hideCursor: false,
      // The default would cut off the reasons of bad lines.
      linewrap: true,
      // Otherwise the bar handles Ctrl-C, and the command would run on.
      gracefulExit: false,
      format: total === undefined ? format : `{bar} {percentage}%  ${format}`,
    },
    Presets.shades_classic,
  );
  const bar = bars.create(total ?? 0, 0, { count: 0 });
  return {
    update: (done, count) => bar.update(done, { count }),
    print: (line) => bars.log(`${line}\n`),
    stop: () => {
      // stop() alone would drop what was printed since the last redraw.
      bars.update();
      bars.stop();
    },
  };
};
