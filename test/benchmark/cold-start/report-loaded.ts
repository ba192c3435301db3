/** Prints the time since the process started, as coldStarter reads it. By itself, it is the empty bundle. */
const { user, system } = process.cpuUsage();
const loaded = { milliseconds: performance.now(), processorMilliseconds: (user + system) / 1_000 };
process.stdout.write(`${JSON.stringify({ loaded, answered: loaded })}\n`);
