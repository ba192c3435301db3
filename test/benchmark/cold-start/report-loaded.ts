/**
 * Prints the time since the process started, in the format that an empty function uses (see coldStarter). Bundled by
 * itself, this file is the empty ES module bundle.
 */
const { user, system } = process.cpuUsage();
const loaded = { milliseconds: performance.now(), processorMilliseconds: (user + system) / 1_000 };
process.stdout.write(`${JSON.stringify({ loaded, answered: loaded })}\n`);
