import * as z from 'zod';

/** Command as sent to a host. */
export const commandLine = z.object({
  /** Arguments without the program's name. */
  args: z.array(z.string()),
  /** Content of standard input. */
  input: z.union([z.string(), z.custom<Uint8Array>((value) => value instanceof Uint8Array)]),
  /** Whole environment; the command inherits nothing from its host. */
  environment: z.record(z.string(), z.string().optional()),
  /** Text that the host writes to both outputs at the end. */
  mark: z.string(),
});

export type CommandLine = z.infer<typeof commandLine>;
