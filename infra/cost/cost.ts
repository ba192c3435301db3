import { Command, InvalidArgumentError, Option } from 'commander';
import { stages } from '../stages/stages.ts';
import { alternativesTable, costTable, operationTable } from './cost-table.ts';

/**
 * Parses a rate, or returns 0 if it is invalid. Stricter than Number(), which also accepts `0x10`, `1e3` and an empty
 * string.
 */
const parseRate = (text: string): number => (/^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : 0);

const parseRates = (text: string): number[] => {
  const parsed = text.split(',').map(parseRate);
  if (parsed.every((rate) => rate > 0 && rate <= 100_000)) return parsed;
  throw new InvalidArgumentError('Give requests per second, such as 60 or 1,60,500.');
};

const defaultRates = [1, 60, 500];

new Command('npm run cost --')
  .description(
    'Prints the monthly cost of a stage, the cost of a million requests to each operation, and the cost of searches with other designs, in US dollars. Computed from published prices and stated assumptions.',
  )
  .addOption(
    new Option('--rps <rates>', 'average requests per second')
      .argParser(parseRates)
      .default(defaultRates, defaultRates.join(',')),
  )
  .addOption(new Option('--stage <stage>').choices(['dev', 'prod']).default('prod'))
  .showHelpAfterError('(--help shows the options)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(({ rps, stage }: { rps: number[]; stage: 'dev' | 'prod' }) => {
    const settings = stages[stage];
    const median = rps[Math.floor(rps.length / 2)] ?? 1;
    const tables = [
      `Cost of the stage per month:\n\n${costTable(settings, rps)}`,
      `Cost of a million requests to each operation, at ${median} requests per second in total:\n\n${operationTable(settings, median)}`,
      `Cost of a million searches with other designs, for function and store only:\n\n${alternativesTable(settings, rps)}`,
    ];
    process.stdout.write(`${tables.join('\n\n')}\n`);
  })
  .parse();
