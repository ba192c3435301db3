import * as z from 'zod';

/** What a host is sent of a command. */
export const commandLine = z.object({
  /** Without the program's name. */
  args: z.array(z.string()),
  /** What there is on standard input. */
  input: z.union([z.string(), z.custom<Uint8Array>((value) => value instanceof Uint8Array)]),
  /** All of it: the command has no variable of its host. */
  environment: z.record(z.string(), z.string().optional()),
  /** What its host writes to both outputs at its end. */
  mark: z.string(),
});

export type CommandLine = z.infer<typeof commandLine>;
