import { basename } from 'node:path';
import { isProgram, programOnPath } from '../support/processes/program-on-path.ts';

/** As the gate looks for them. Chromium's form without windows comes first: it takes two thirds of the time that the others do. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** Of systems that do not have it on the PATH. */
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const wayOut = `The browser tests need Chromium, and install nothing by themselves:

  $ sudo apt-get install chromium-headless-shell         Debian; others have chromium
  $ CHROMIUM=/path/to/chrome npm run test:browser        one that is elsewhere`;

/** The browser that is there: the one that the variable CHROMIUM names, else along the PATH or where systems usually keep it. */
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
