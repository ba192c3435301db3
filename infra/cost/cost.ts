import { Command, InvalidArgumentError, Option } from 'commander';
import { stages } from '../stages/stages.ts';
import { alternativesTable, costTable, operationTable } from './cost-table.ts';

/** Number() alone would read `0x10`, `1e3` and nothing at all as well. */
const rateOf = (text: string): number => (/^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : 0);

const rates = (text: string): number[] => {
  const parsed = text.split(',').map(rateOf);
  if (parsed.every((rate) => rate > 0 && rate <= 100_000)) return parsed;
  throw new InvalidArgumentError('Give requests a second, such as 60 or 1,60,500.');
};

const usualRates = [1, 60, 500];
const wrongUsage = 2;

/** `npm run cost`: what a stage costs a month, by the prices that AWS publishes. */
new Command('npm run cost --')
  .description(
    'What a stage costs a month, a million requests of each operation, and searches by other designs: in US dollars, from published prices and stated assumptions.',
  )
  .addOption(
    new Option('--rps <rates>', 'requests a second, day and night')
      .argParser(rates)
      .default(usualRates, usualRates.join(',')),
  )
  .addOption(new Option('--stage <stage>').choices(['dev', 'prod']).default('prod'))
  .showHelpAfterError('(--help shows what there is)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrongUsage))
  .action(({ rps, stage }: { rps: number[]; stage: 'dev' | 'prod' }) => {
    const settings = stages[stage];
    const middle = rps[Math.floor(rps.length / 2)] ?? 1;
    const tables = [
      `What the stage costs a month:\n\n${costTable(settings, rps)}`,
      `Of it, what a million requests of each operation cost at ${middle} a second in all:\n\n${operationTable(settings, middle)}`,
      `What a million searches would cost by other designs, function and store alone:\n\n${alternativesTable(settings, rps)}`,
    ];
    process.stdout.write(`${tables.join('\n\n')}\n`);
  })
  .parse();
