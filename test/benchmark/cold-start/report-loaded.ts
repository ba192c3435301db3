/**
 * Prints the time since the start of the process, in the format of a start of an empty function (see coldStarter). On its
 * own it is an empty bundle of ES modules.
 */
const { user, system } = process.cpuUsage();
const loaded = { milliseconds: performance.now(), processorMilliseconds: (user + system) / 1_000 };
process.stdout.write(`${JSON.stringify({ loaded, answered: loaded })}\n`);
