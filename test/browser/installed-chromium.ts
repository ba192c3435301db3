import { basename } from 'node:path';
import { isProgram, programOnPath } from '../support/processes/program-on-path.ts';

/** Programs in the order in which the gate tries them. The headless shell is first, because it is a third faster. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** Paths on systems where the browser is not on the PATH. */
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const wayOut = `The browser tests need Chromium, and install nothing by themselves:

  $ sudo apt-get install chromium-headless-shell         Debian; others have chromium
  $ CHROMIUM=/path/to/chrome npm run test:browser        a browser elsewhere`;

/**
 * Returns the program that CHROMIUM names or, by default, one on the PATH or at the usual paths. Throws if there is
 * none.
 */
export const installedChromium = (named = process.env.CHROMIUM): string => {
  if (named) {
    const file = basename(named) === named ? programOnPath(named) : named;
    if (file && isProgram(file)) return file;
    throw new Error(`CHROMIUM names ${named}, which is no program.\n${wayOut}`);
  }
  for (const name of names) {
    const file = programOnPath(name);
    if (file) return file;
  }
  const file = usualPlaces.find(isProgram);
  if (file) return file;
  throw new Error(wayOut);
};
