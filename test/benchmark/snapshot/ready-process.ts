import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as z from 'zod';
import { expectedOf } from '../../support/networks/snapshot-of.ts';
import { makeReady } from './make-ready.ts';
import { storedForms } from './stored-networks.ts';

/**
 * Makes a stored network ready in a process of its own, as an instance of a function does:
 * `ready-process.ts form file`. Prints milliseconds and megabytes as JSON.
 */
const [form, file] = z.tuple([z.enum(storedForms), z.string()]).parse(process.argv.slice(2));

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Megabytes of all that is held: objects, and buffers beside them. */
const heldMegabytes = (): number => {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_048_576;
};

const before = heldMegabytes();
const bytes = readFileSync(file);
const expected = expectedOf(bytes);
const began = performance.now();
const ready = makeReady(bytes, form, expected);
const milliseconds = performance.now() - began;
const megabytes = heldMegabytes() - before;
// Named after the measuring, so that nothing of it is collected before.
process.stdout.write(`${JSON.stringify({ milliseconds, megabytes, held: typeof ready })}\n`);
