/**
 * Prints how long ago the process began, in the form of a start whose function does nothing: see coldStarter. By itself it
 * is an empty bundle of ES modules.
 */
const { user, system } = process.cpuUsage();
const loaded = { milliseconds: performance.now(), processorMilliseconds: (user + system) / 1_000 };
process.stdout.write(`${JSON.stringify({ loaded, answered: loaded })}\n`);
