import { parentPort } from 'node:worker_threads';
import { sampleLocationLines } from './location-lines.ts';

/** Draws the locations of the sample network in a thread of its own. */
parentPort?.postMessage([...sampleLocationLines()]);
