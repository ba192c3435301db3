import { constants } from 'node:fs';
import { access } from 'node:fs/promises';

/** Chromium's form without windows comes first: it takes two thirds of the time that the others do. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const isProgram = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

const wayOut = `The browser tests need Chromium, and install nothing by themselves:

  $ sudo apt-get install chromium-headless-shell         Debian; others have chromium
  $ CHROMIUM=/path/to/chrome npm run test:browser        one that is elsewhere`;

/** The browser that is there: the one that the variable CHROMIUM names, else where systems usually keep it. */
export const installedChromium = async (named = process.env.CHROMIUM): Promise<string> => {
  if (named) {
    if (await isProgram(named)) return named;
    throw new Error(`CHROMIUM names ${named}, which is no program.\n${wayOut}`);
  }
  for (const file of usualPlaces) if (await isProgram(file)) return file;
  throw new Error(wayOut);
};
