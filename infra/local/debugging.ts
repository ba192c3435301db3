/** Whether errors are printed with stack traces: if `waypost` is among the names in DEBUG. */
export const isDebugging = (environment: NodeJS.ProcessEnv = process.env): boolean =>
  environment.DEBUG?.split(',').some((name) => name.trim() === 'waypost') ?? false;

/** Paragraph for the end of help texts. */
export const debuggingHelp = `
Set DEBUG=waypost in the environment to print errors with stack traces.`;
