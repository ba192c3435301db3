import { execFile } from 'node:child_process';

interface Outcome {
  /** Exit status, or the error's code if the program cannot be started. */
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

export const runProgram = (
  program: string,
  args: readonly string[],
  options: object = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(program, args, { encoding: 'utf8', ...options }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    );
  });

/** Runs a TypeScript file with this process's Node. */
export const runScript = (file: string, args: readonly string[], env = process.env): Promise<Outcome> =>
  runProgram(process.execPath, [file, ...args], { env });
