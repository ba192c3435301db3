import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import * as z from 'zod';
import { isStreaming, offerStreamingRuntime } from '../../../infra/local/functions/streaming-runtime.ts';

/**
 * Runs a function's bundle as Lambda does, in the environment of this process, and prints the result as JSON. Usage:
 * `bundle-process.ts index.cjs event`.
 */
const [bundle = '', event = '{}'] = process.argv.slice(2);
offerStreamingRuntime();
const loaded: unknown = createRequire(bundle)(bundle);
const { handler } = z
  .object({ handler: z.custom<(...given: unknown[]) => unknown>((value) => typeof value === 'function') })
  .parse(loaded);
const context = { awsRequestId: 'a-request', getRemainingTimeInMillis: () => 9_000 };
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });

const invoke = () =>
  isStreaming(handler) ? handler(JSON.parse(event), nowhere, context) : handler(JSON.parse(event), context);

const outcome = await Promise.resolve()
  .then(invoke)
  .then(
    (result) => ({ result: result ?? null }),
    (error: unknown) => ({ error: String(error) }),
  );
process.stdout.write(`\n${JSON.stringify({ outcome })}\n`, () => process.exit(0));
