import { createInterface } from 'node:readline';
import * as z from 'zod';
import { workCentreFormatNames } from '../../../shared/domain/location/work-centre-export.ts';
import {
  closeStaged,
  exportThroughput,
  formerThroughput,
  type RecordText,
  stageForExport,
  type Throughput,
} from '../../support/export-throughput.ts';

/**
 * Exports a network in a process of its own: `export-process.ts rounds`, with what network-lines.ts prints as input.
 * With 0 rounds it does so once and nothing else, which tells the memory; otherwise by turns with the way of the
 * release before, all files and the JSON file alone. Prints bytes and seconds of one processor of each turn, and the
 * most megabytes ever held, as JSON.
 */
const [rounds] = z.tuple([z.string().transform(Number).pipe(z.int())]).parse(process.argv.slice(2));

const records = async function* (): AsyncGenerator<RecordText> {
  for await (const line of createInterface({ input: process.stdin })) {
    const [code = '', text = ''] = line.split('\t');
    yield { code, text };
  }
};

const content = await stageForExport(records());
const megabytesStaged = process.resourceUsage().maxRSS / 1_024;
const turns: ({ readonly work: string } & Throughput)[] = [];
const turn = async (work: string, make: () => Promise<Throughput>): Promise<void> => {
  turns.push({ work, ...(await make()) });
};
if (rounds === 0) await turn('export', () => exportThroughput(content, workCentreFormatNames));
for (let round = 0; round < rounds; round++) {
  await turn('export', () => exportThroughput(content, workCentreFormatNames));
  await turn('former export', () => formerThroughput(content, workCentreFormatNames));
  await turn('export of JSON', () => exportThroughput(content, ['json']));
  await turn('former export of JSON', () => formerThroughput(content, ['json']));
}
closeStaged(content);
const peakMegabytes = process.resourceUsage().maxRSS / 1_024;
process.stdout.write(`${JSON.stringify({ turns, megabytesStaged, peakMegabytes })}\n`);
