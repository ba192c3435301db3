import { MultiBar, Presets } from 'cli-progress';

/** What a terminal shows while an import runs. */
export interface ImportProgress {
  update(done: number, lines: number): void;
  /** Prints a line that stays, above the bar. */
  print(line: string): void;
  stop(): void;
}

type Terminal = NodeJS.WritableStream & { readonly isTTY?: boolean };

const withoutBar = (terminal: Terminal): ImportProgress => ({
  update: () => {},
  print: (line) => void terminal.write(`${line}\n`),
  stop: () => {},
});

/**
 * A bar on a terminal; elsewhere only the lines printed. `total` is what `update` counts to, undefined where the end is
 * not known; `doing` says what has been done to how many `{lines}`.
 */
export const importProgress = (
  total: number | undefined,
  terminal: Terminal,
  doing = '{lines} lines read',
): ImportProgress => {
  if (!terminal.isTTY) return withoutBar(terminal);
  const bars = new MultiBar(
    {
      stream: terminal,
      format: total === undefined ? doing : `{bar} {percentage}%  ${doing}`,
      clearOnComplete: true,
      hideCursor: false,
      // Its default stops the terminal from wrapping lines, and would cut the reasons of bad ones.
      linewrap: true,
      // Otherwise it takes Ctrl+C for itself and the import would run on.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const bar = bars.create(total ?? 0, 0, { lines: 0 });
  return {
    update: (done, lines) => bar.update(done, { lines }),
    print: (line) => bars.log(`${line}\n`),
    stop: () => {
      // stop() alone would forget what was printed since the last redraw.
      bars.update();
      bars.stop();
    },
  };
};
