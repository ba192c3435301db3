import { Presets, SingleBar } from 'cli-progress';

type Terminal = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** Says what is being done now. */
export type Say = (what: string) => void;

/** Work that takes long says what it does: with the seconds that have gone by on a terminal, else in a line each. */
export const sayingElapsed = async <T>(
  what: string,
  work: (say: Say) => Promise<T>,
  terminal: Terminal = process.stderr,
): Promise<T> => {
  if (!terminal.isTTY) {
    const say: Say = (now) => void terminal.write(`${now} ...\n`);
    say(what);
    return work(say);
  }
  const line = new SingleBar(
    {
      stream: terminal,
      format: '{what} ... {duration_formatted}',
      clearOnComplete: true,
      hideCursor: false,
      linewrap: true,
      forceRedraw: true,
      fps: 1,
      // Otherwise it takes Ctrl+C for itself.
      gracefulExit: false,
    },
    Presets.legacy,
  );
  line.start(1, 0, { what });
  try {
    return await work((now) => line.update({ what: now }));
  } finally {
    line.stop();
  }
};
