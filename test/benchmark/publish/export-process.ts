import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { Location } from '../../../shared/domain/location/location.ts';
import { workCentreFormatNames } from '../../../shared/domain/location/publication/work-centre-export.ts';
import { type ExportWay, formerExport, ownExport } from '../../support/export-throughput.ts';
import { peakMegabytes } from '../../support/processes/peak-megabytes.ts';

/**
 * Exports a network in a process of its own: `export-process.ts rounds`, with what network-lines.ts prints as input.
 * With 0 rounds it stages and exports once and does nothing else, which tells the memory; otherwise it does so by turns
 * with the way of the release before. Prints of each turn which work was done in which way, bytes of files and seconds
 * of one processor, and the most megabytes ever held, as JSON.
 */
const [rounds] = z.tuple([z.string().transform(Number).pipe(z.int())]).parse(process.argv.slice(2));

/** A record as the network is printed with: one that was parsed before it was printed. */
const recordIn = (text: string): Location => JSON.parse(text);

const texts = async function* (): AsyncGenerator<string> {
  for await (const line of createInterface({ input: process.stdin })) yield line;
};

const arriving = async function* (): AsyncGenerator<Location> {
  for await (const text of texts()) yield recordIn(text);
};

const kept: string[] = [];
const again = function* (): Generator<Location> {
  for (const text of kept) yield recordIn(text);
};

interface Turn {
  readonly work: 'all' | 'files' | 'ndjson';
  readonly way: 'own' | 'former';
  readonly bytes: number;
  readonly processorSeconds: number;
}
const turns: Turn[] = [];

const processorSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** One turn of each kind of work in this way: staging and all files, all files, and NDJSON alone. */
const takeTurns = async (name: Turn['way'], way: ExportWay, locations: Parameters<ExportWay['stage']>[0]) => {
  const began = processorSeconds();
  await way.stage(locations);
  const staged = processorSeconds();
  const bytes = await way.make(workCentreFormatNames);
  const made = processorSeconds();
  const ndjsonBytes = await way.make(['ndjson']);
  turns.push(
    { work: 'all', way: name, bytes, processorSeconds: made - began },
    { work: 'files', way: name, bytes, processorSeconds: made - staged },
    { work: 'ndjson', way: name, bytes: ndjsonBytes, processorSeconds: processorSeconds() - made },
  );
  way.close();
};

if (rounds === 0) {
  await takeTurns('own', ownExport(), arriving());
} else {
  for await (const text of texts()) kept.push(text);
  for (let round = 0; round < rounds; round++) {
    await takeTurns('own', ownExport(), again());
    await takeTurns('former', formerExport(), again());
  }
}

process.stdout.write(`${JSON.stringify({ turns, peakMegabytes: peakMegabytes() })}\n`);
