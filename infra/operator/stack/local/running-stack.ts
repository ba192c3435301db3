import { connect } from 'node:net';
import { asWord } from '../../../local/command-words.ts';
import { UnreadableFile } from '../../../local/data-directory/durable-file.ts';
import {
  readStackFile,
  type StackFile,
  UnreadableStackFile,
} from '../../../local/data-directory/stack-file.ts';
import { OperatorError } from '../../operator-error.ts';
import { usualDataDirectory } from '../stack-options.ts';

const isAlive = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Long for a connection on one machine. */
const connectMilliseconds = 2_000;

const takesConnections = (endpoint: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port, protocol } = new URL(endpoint);
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: connectMilliseconds,
    });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });

const read = async (dataDirectory: string): Promise<StackFile | undefined> => {
  try {
    return await readStackFile(dataDirectory);
  } catch (error) {
    if (error instanceof UnreadableStackFile || error instanceof UnreadableFile) {
      throw new OperatorError(error.message, { cause: error });
    }
    throw error;
  }
};

/** Where the stack of this data directory can be reached. Throws OperatorError when none runs. */
export const runningStack = async (dataDirectory: string): Promise<StackFile> => {
  const stack = await read(dataDirectory);
  if (stack && isAlive(stack.pid) && (await takesConnections(stack.dynamoDbEndpoint))) return stack;
  const start =
    dataDirectory === usualDataDirectory ? 'npm start' : `npm start -- --data-dir ${asWord(dataDirectory)}`;
  throw new OperatorError(
    `no Waypost stack is running on ${dataDirectory}; start one with \`${start}\`, or name its folder with --data-dir`,
  );
};
