/**
 * Prints which files a bundle has loaded once it is loaded itself: `loaded-files.cjs index.cjs`. Where it is given an
 * event as well, once it has answered that, beside the status or the result of the answer.
 */
const { Writable } = require('node:stream');

const [, , bundle, event] = process.argv;
const streaming = new WeakSet();
let status;
globalThis.awslambda = {
  streamifyResponse: (handler) => {
    streaming.add(handler);
    return handler;
  },
  HttpResponseStream: {
    from: (stream, prelude) => {
      status = prelude.statusCode;
      return stream;
    },
  },
};

const { handler } = require(bundle);
const answer = async () => {
  const given = [JSON.parse(event)];
  if (streaming.has(handler)) given.push(new Writable({ write: (_chunk, _encoding, done) => done() }));
  const result = await handler(...given, {
    awsRequestId: 'a-request',
    getRemainingTimeInMillis: () => 9_000,
  });
  // As Lambda's runtime does with it.
  return status ?? JSON.parse(JSON.stringify(result)).statusCode ?? result;
};

const report = async () => {
  const answered = event && (await answer());
  const loaded = Object.keys(require.cache).filter((file) => file !== __filename);
  process.stdout.write(`\n${JSON.stringify({ loaded, answered })}\n`, () => process.exit(0));
};

void report();
