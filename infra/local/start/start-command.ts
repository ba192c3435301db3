import { relative } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { dataDirOption, defaultDataDirectory } from '../command-words.ts';
import { debuggingHelp, isDebugging } from '../debugging.ts';
import { type LocalStack, startLocalStack } from './local-stack.ts';

const toPort = (text: string): number => {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('Expected a port number from 0 to 65535.');
  return port;
};

const toFolder = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('Expected the name of a folder.');
  return text;
};

/** Example requests for the sample network, or a similar one. */
const requests = [
  '/locations/v2/points/postcode/3000?types=PO',
  '/locations/v3/workcentres?lat=-33.87&lon=151.21&radius=5&size=3',
  '/bill-management-api/v1/biller-metadata?billType=WATER',
];

/** Returns the text that is printed when the stack is ready. */
const welcome = ({ url, keyFile, isEmpty, isPublished }: LocalStack, dataDir: string): string => {
  const lines = [`Ready: ${url}`];
  // Relative to the current folder, unless the file is outside it.
  const shortest = relative('', keyFile ?? '');
  const file = shortest.startsWith('..') ? keyFile : shortest;
  // Only the path of the key, because terminals and logs keep their output.
  if (keyFile) lines.push(`Your key is in ${file}`, '');
  if (isEmpty) {
    lines.push(
      'This stack has no locations yet. To import yours (docs/import-format.md describes the files):',
      '',
      // In this order, because billers refer to bill types, and locations to services.
      ...['services', 'locations', 'bill-types', 'billers'].map(
        (kind) => `  npx waypost import ${kind} ${kind}.ndjson${dataDirOption(dataDir)}`,
      ),
      '',
    );
  } else if (keyFile && isPublished) {
    lines.push(...requests.map((path) => `  curl -H "AUTH-KEY: $(cat ${file})" "${url}${path}"`), '');
  }
  lines.push(`Guides, references and a map of the network: ${url}/`, '', 'Stop with Ctrl-C. Data is kept.');
  return lines.join('\n');
};

/**
 * Stops the stack cleanly on the first signal, and immediately on a later one. Signals within a second count as one,
 * because the terminal and npm both send Ctrl-C. A signal during startup ends the process, which also stops the engine,
 * and aborts `signal`, which cancels the synthesis.
 */
const stopOnSignal = () => {
  const starting = new AbortController();
  let stack: LocalStack | undefined;
  let stoppingSince: number | undefined;
  const end = () => {
    starting.abort();
    if (!stack) process.exit(130);
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > 1_000) process.exit(130);
      return;
    }
    stoppingSince = performance.now();
    console.log('Stopping');
    stack.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', end);
  if (process.env.npm_lifecycle_event === 'start')
    endWithParent(() => {
      if (stoppingSince === undefined) end();
    });
  return {
    signal: starting.signal,
    onStarted: (started: LocalStack) => {
      stack = started;
    },
  };
};

/** Ends the stack when its parent process ends. Some shells through which npm starts the stack pass no signal on. */
const endWithParent = (end: () => void): void => {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 200);
  watch.unref();
};

const command = new Command('npm start --')
  .description('Runs all of Waypost on this machine.')
  .addOption(
    new Option('--port <port>', 'port of the API; 0 for any free port').default(3000).argParser(toPort),
  )
  .addOption(
    new Option('--data-dir <folder>', 'folder for all data')
      .default(defaultDataDirectory)
      .argParser(toFolder),
  )
  .option('--empty', 'start without the sample network', false)
  .addHelpText('after', debuggingHelp)
  .action(async ({ port, dataDir, empty }) => {
    const { signal, onStarted } = stopOnSignal();
    const report = (line: string) => console.log(line);
    const settings = { signal, port, dataDirectory: dataDir, loadSample: !empty, report };
    const stack = await startLocalStack(settings);
    onStarted(stack);
    console.log(welcome(stack, dataDir));
  });

// Only the owner may read the files created here, including those that the engine creates.
process.umask(0o077);
try {
  await command.parseAsync();
} catch (error) {
  const remedy = error instanceof StoreUnavailable ? '. Fix the cause, and start again' : '';
  console.error(error instanceof Error && !isDebugging() ? `${error.message}${remedy}` : error);
  process.exit(1);
}
