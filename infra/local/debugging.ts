/** Whether to print errors with stack traces. True if DEBUG contains `waypost`. */
export const isDebugging = (environment: NodeJS.ProcessEnv = process.env): boolean =>
  environment.DEBUG?.split(',').some((name) => name.trim() === 'waypost') ?? false;

/** Paragraph for the end of help texts. */
export const debuggingHelp = `
Set DEBUG=waypost in the environment to print errors with stack traces.`;
