/** Prints which files a bundle loads when it is loaded itself: `loaded-files.cjs index.cjs`. */
globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: {} };
require(process.argv[2]);
const loaded = Object.keys(require.cache).filter((file) => file !== __filename);
process.stdout.write(JSON.stringify(loaded));
