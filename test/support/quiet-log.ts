const prefixes = ['{"level":', '{"_aws":'];
const isLogLine = (part: unknown): boolean =>
  typeof part === 'string' && prefixes.some((beginning) => part.startsWith(beginning));

/** Keeps the functions' log lines out of the test report. Tests of the log capture it before this filter. */
for (const stream of [process.stdout, process.stderr]) {
  stream.write = new Proxy(stream.write, {
    apply: (write, self, parts: unknown[]) =>
      isLogLine(parts[0]) ? true : Reflect.apply(write, self, parts),
  });
}
