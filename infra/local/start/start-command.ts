import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { debuggingHelp, isDebugging } from '../debugging.ts';
import { firstCause } from './first-cause.ts';
import { type LocalStack, startLocalStack } from './local-stack.ts';

const toPort = (text: string): number => {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('A port is a number up to 65535.');
  return port;
};

const toFolder = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('A folder has a name.');
  return text;
};

const usualDataDir = '.local';

interface StartOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly empty: boolean;
}

/** As short as it can be typed in this folder. */
const typed = (file: string): string => {
  const here = relative('', file);
  return here.startsWith('..') ? file : here;
};

/** What to ask of the sample network, or of one much like it. */
const requests = (url: string, keyFile: string): string[] =>
  [
    '/locations/v2/points/postcode/3000?types=PO',
    '/locations/v3/workcentres?lat=-33.87&lon=151.21&radius=5&size=3',
    '/bill-management-api/v1/biller-metadata?billType=WATER',
  ].map((path) => `  curl -H "AUTH-KEY: $(cat ${typed(keyFile)})" "${url}${path}"`);

/** How to fill a stack that would answer with empty lists: what is named by others comes before them. */
const imports = (dataDir: string): string[] => [
  'This stack has no locations yet. To import yours (docs/import-format.md says what the files hold):',
  '',
  ...['services', 'locations', 'bill-types', 'billers'].map(
    (kind) =>
      `  npx waypost import ${kind} ${kind}.ndjson${dataDir === usualDataDir ? '' : ` --data-dir ${dataDir}`}`,
  ),
];

/** A key that was found and opens nothing was told of already. */
const key = async (keyFile: string): Promise<string[]> => [
  `Your key, also in ${typed(keyFile)}: ${(await readFile(keyFile, 'utf8')).trim()}`,
  '',
];

const firstSteps = ({ url, keyFile, isEmpty }: LocalStack, dataDir: string): string[] => {
  if (isEmpty) return [...imports(dataDir), ''];
  return keyFile === undefined ? [] : [...requests(url, keyFile), ''];
};

const invitation = async (stack: LocalStack, dataDir: string): Promise<string> => {
  const { url, keyFile } = stack;
  return [
    ...(keyFile === undefined ? [] : await key(keyFile)),
    ...firstSteps(stack, dataDir),
    `Guides, references and a map of the network: ${url}/`,
    '',
    'Stop with Ctrl-C. The data stays.',
  ].join('\n');
};

/**
 * Stops the stack on the first signal in order, on the second at once. Before there is one, ends the start: the engine
 * ends with this process, and the synthesis by the signal. Returns that signal, and what receives the stack.
 */
const stopOnSignal = () => {
  const starting = new AbortController();
  let stack: LocalStack | undefined;
  let isStopping = false;
  const end = () => {
    starting.abort();
    if (!stack || isStopping) process.exit(130);
    isStopping = true;
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
  return {
    signal: starting.signal,
    onStarted: (started: LocalStack) => {
      stack = started;
    },
  };
};

const start = async ({ port, dataDir, empty }: StartOptions): Promise<void> => {
  const { signal, onStarted } = stopOnSignal();
  const stack = await startLocalStack({
    signal,
    port,
    dataDirectory: dataDir,
    loadSample: !empty,
    report: (line) => console.log(line),
  });
  onStarted(stack);
  console.log(`Ready: ${stack.url}`);
  console.log(await invitation(stack, dataDir));
};

const command = new Command('npm start --')
  .description('Runs the three services of Waypost whole on this machine.')
  .addOption(
    new Option('--port <port>', 'port of the API; 0 takes a free one').default(3000).argParser(toPort),
  )
  .addOption(
    new Option('--data-dir <folder>', 'where everything is kept').default(usualDataDir).argParser(toFolder),
  )
  .option('--empty', 'start without the sample network', false)
  .addHelpText('after', debuggingHelp)
  .action(start);

// Whatever is kept here is the owner's alone, in files that the engine makes too.
process.umask(0o077);
try {
  await command.parseAsync();
} catch (thrown) {
  const error = firstCause(thrown);
  console.error(error instanceof Error && !isDebugging() ? error.message : thrown);
  process.exit(1);
}
