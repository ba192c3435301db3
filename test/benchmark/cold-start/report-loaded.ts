/**
 * Prints the time since the process started, in the format in which an empty function reports its start (see
 * coldStarter). On its own, it serves as an empty bundle of ES modules.
 */
const { user, system } = process.cpuUsage();
const loaded = { milliseconds: performance.now(), processorMilliseconds: (user + system) / 1_000 };
process.stdout.write(`${JSON.stringify({ loaded, answered: loaded })}\n`);
