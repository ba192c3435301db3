import * as z from 'zod';
import {
  closeStaged,
  exportThroughput,
  parseAndStringify,
  stageForExport,
  type Throughput,
} from '../../support/export-throughput.ts';
import { benchmarkNetwork, sampleModels } from '../network/benchmark-network.ts';
import { readLocalities } from '../network/localities.ts';

/**
 * Exports a network in a process of its own, or parses its records and writes them down again:
 * `export-process.ts work size towns`. Prints bytes, seconds of one processor and the most memory ever held as JSON.
 */
const [work, size, towns] = z
  .tuple([
    z.enum(['export', 'parse and stringify']),
    z.string().transform(Number).pipe(z.int()),
    z.string().transform(Number).pipe(z.int()),
  ])
  .parse(process.argv.slice(2));

const network = benchmarkNetwork(size, readLocalities().all, sampleModels(towns));
const locations = function* () {
  for (let number = 0; number < network.size; number++) yield network.locationAt(number);
};

const content = stageForExport(locations());
const megabytesStaged = process.resourceUsage().maxRSS / 1_024;
const throughput: Throughput =
  work === 'export' ? await exportThroughput(content) : await parseAndStringify(content);
closeStaged(content);
const peakMegabytes = process.resourceUsage().maxRSS / 1_024;
process.stdout.write(`${JSON.stringify({ ...throughput, megabytesStaged, peakMegabytes })}\n`);
