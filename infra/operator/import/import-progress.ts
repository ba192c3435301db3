import { MultiBar, Presets } from 'cli-progress';

/** What a terminal shows while an import runs. */
export interface ImportProgress {
  update(bytesRead: number, linesRead: number): void;
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

/** A bar on a terminal; elsewhere only the lines printed. `totalBytes` is undefined where the end is not known. */
export const importProgress = (totalBytes: number | undefined, terminal: Terminal): ImportProgress => {
  if (!terminal.isTTY) return withoutBar(terminal);
  const bars = new MultiBar(
    {
      stream: terminal,
      format: totalBytes === undefined ? '{lines} lines read' : '{bar} {percentage}%  {lines} lines read',
      clearOnComplete: true,
      hideCursor: false,
      // Its default stops the terminal from wrapping lines, and would cut the reasons of bad ones.
      linewrap: true,
      // Otherwise it takes Ctrl+C for itself and the import would run on.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const bar = bars.create(totalBytes ?? 0, 0, { lines: 0 });
  return {
    update: (bytesRead, linesRead) => bar.update(bytesRead, { lines: linesRead }),
    print: (line) => bars.log(`${line}\n`),
    stop: () => {
      // stop() alone would forget what was printed since the last redraw.
      bars.update();
      bars.stop();
    },
  };
};
