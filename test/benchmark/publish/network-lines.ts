import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { benchmarkNetwork, sampleModels } from '../network/benchmark-network.ts';
import { readLocalities } from '../network/localities.ts';

/** Prints a network, a line a location: its record as JSON: `network-lines.ts size towns`. */
const number = z.string().transform(Number).pipe(z.int());
const [size, towns] = z.tuple([number, number]).parse(process.argv.slice(2));

const network = benchmarkNetwork(size, readLocalities().all, sampleModels(towns));
const lines = function* () {
  for (let index = 0; index < network.size; index++) {
    const location = network.locationAt(index);
    yield `${JSON.stringify(location)}\n`;
  }
};
await pipeline(Readable.from(lines()), process.stdout);
