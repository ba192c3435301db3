import { Command, InvalidArgumentError, Option } from 'commander';
import { stages } from '../stages/stages.ts';
import { alternativesTable, costTable, operationTable } from './cost-table.ts';

/** Number() would also accept `0x10`, `1e3` and an empty string. */
const parseRate = (text: string): number => (/^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : 0);

const parseRates = (text: string): number[] => {
  const parsed = text.split(',').map(parseRate);
  if (parsed.every((rate) => rate > 0 && rate <= 100_000)) return parsed;
  throw new InvalidArgumentError('Give requests per second, such as 60 or 1,60,500.');
};

const defaultRates = [1, 60, 500];

/** `npm run cost`: the monthly cost of a stage by AWS's published prices. */
new Command('npm run cost --')
  .description(
    'Prints the cost of a stage per month, of a million requests of each operation, and of searches by other designs, in US dollars. They are computed from published prices and stated assumptions.',
  )
  .addOption(
    new Option('--rps <rates>', 'requests per second, day and night')
      .argParser(parseRates)
      .default(defaultRates, defaultRates.join(',')),
  )
  .addOption(new Option('--stage <stage>').choices(['dev', 'prod']).default('prod'))
  .showHelpAfterError('(--help shows the options)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(({ rps, stage }: { rps: number[]; stage: 'dev' | 'prod' }) => {
    const settings = stages[stage];
    const middle = rps[Math.floor(rps.length / 2)] ?? 1;
    const tables = [
      `Cost of the stage per month:\n\n${costTable(settings, rps)}`,
      `Cost of a million requests of each operation, at ${middle} requests per second in total:\n\n${operationTable(settings, middle)}`,
      `Cost of a million searches by other designs, for function and store only:\n\n${alternativesTable(settings, rps)}`,
    ];
    process.stdout.write(`${tables.join('\n\n')}\n`);
  })
  .parse();
