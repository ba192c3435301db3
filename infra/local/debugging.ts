/** Whether errors are shown whole, with their stack traces: `waypost` is among the names in DEBUG. */
export const isDebugging = (environment: NodeJS.ProcessEnv = process.env): boolean =>
  environment.DEBUG?.split(',').some((name) => name.trim() === 'waypost') ?? false;

/** For the end of a help text. */
export const debuggingHelp = `
DEBUG=waypost in the environment shows errors with their stack traces.`;
