/** What failed first: where ending what had been started failed too, the language wraps it once for each such failure. */
export const firstCause = (error: unknown): unknown =>
  error instanceof SuppressedError ? firstCause(error.suppressed) : error;
