import { MultiBar, Presets } from 'cli-progress';
import { visibleJson, visibleLines } from './text.ts';

/** Prints a message to standard error, escaping control characters, because it may quote untrusted text. */
export const say = (text: string) => void process.stderr.write(`${visibleLines(text).join('\n')}\n`);

/** Standard output could not be written to. The cause gives the reason. */
export class UnwrittenOutput extends Error {
  override readonly name = 'UnwrittenOutput';
}

/** Writes to standard output, and resolves when that is done. Throws UnwrittenOutput. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (cause) => {
      if (cause) reject(new UnwrittenOutput('cannot write to standard output', { cause }));
      else resolve();
    });
  });

const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE';

/**
 * Ignores closed pipes, as with `| head`, because a command must not stop halfway. The returned function waits for the
 * output and returns the exit code, or 1 instead of 0 if writing failed for another reason, such as a full disk.
 */
export const watchOutput = (): ((code: number) => Promise<number>) => {
  const { stdout, stderr } = process;
  let failure: Error | undefined;
  stdout.on('error', (error: Error) => {
    if (!isClosedPipe(error)) failure ??= error;
  });
  stderr.on('error', () => {});
  return async (code) => {
    await new Promise<void>((resolve) => stdout.write('', () => resolve()));
    if (failure === undefined) return code;
    stderr.write(`waypost: cannot write to standard output (${failure.message})\n`);
    return code === 0 ? 1 : code;
  };
};

/** Whether the command line has `--json`, even if the command line is invalid. */
export const isJson = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
};

/** Signals that end a command, with the exit codes that shells use for them. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

const interruptions: { readonly message: string; readonly cleanUp: () => void }[] = [];

/** Sets what to clean up and to print after a signal, until the result is disposed of. */
export const onInterrupt = (message: string, cleanUp: () => void = () => {}): Disposable => {
  const interruption = { message, cleanUp };
  interruptions.push(interruption);
  return { [Symbol.dispose]: () => void interruptions.splice(interruptions.indexOf(interruption), 1) };
};

/** Ends the process on Ctrl-C and other signals. Prints the last `onInterrupt` message and, if `json`, a JSON error. */
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

export interface Progress {
  update(done: number, count: number): void;
  /** Prints a line above the bar. */
  print(line: string): void;
  stop(): void;
}

/** Shows a progress bar on a terminal; elsewhere, only printed lines. `format` contains `{count}`. */
export const showProgress = (total: number | undefined, format: string): Progress => {
  const terminal = process.stderr;
  if (!terminal.isTTY)
    return { update: () => {}, print: (line) => void terminal.write(`${line}\n`), stop: () => {} };
  const bars = new MultiBar(
    {
      stream: terminal,
      clearOnComplete: true,
      hideCursor: false,
      // Without this, the reasons for invalid lines would be truncated.
      linewrap: true,
      // Otherwise, the bar would handle Ctrl-C, and the command would continue.
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
      // stop() drops lines printed since the last redraw.
      bars.update();
      bars.stop();
    },
  };
};
