import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { installedBinary } from '../benchmark/search/servers/installed-binary.ts';

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

const isProgram = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

const wayOut = `The browser tests need Chromium, and install nothing by themselves:

  $ sudo apt-get install chromium-headless-shell         Debian; others have chromium
  $ CHROMIUM=/path/to/chrome npm run test:browser        one that is elsewhere`;

/** The browser that is there: the one that the variable CHROMIUM names, else along the PATH or where systems usually keep it. */
export const installedChromium = async (named = process.env.CHROMIUM): Promise<string> => {
  if (named) {
    const file = basename(named) === named ? installedBinary(named) : named;
    if (file && (await isProgram(file))) return file;
    throw new Error(`CHROMIUM names ${named}, which is no program.\n${wayOut}`);
  }
  for (const name of names) {
    const file = installedBinary(name);
    if (file) return file;
  }
  for (const file of usualPlaces) if (await isProgram(file)) return file;
  throw new Error(wayOut);
};
