import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createClient } from 'redis';
import { programOnPath } from '../../../support/processes/program-on-path.ts';
import { endProcess, temporaryFolder, untilItAnswers } from './own-process.ts';

const connectTo = async (path: string) => {
  const client = createClient({ socket: { path, tls: false, reconnectStrategy: false } });
  // A connection that fails is told of by the promise as well.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Starts a Redis of our own on a socket in a folder that goes with it; undefined where it is not installed. */
export const startRedis = async () => {
  const binary = programOnPath('redis-server');
  if (!binary) return undefined;
  const folder = await temporaryFolder('redis');
  const socket = join(folder.path, 'redis.sock');
  const server = spawn(
    binary,
    ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder.path],
    { stdio: 'ignore' },
  );
  const close = async () => {
    await endProcess(server, 'SIGTERM');
    await folder.remove();
  };
  try {
    const client = await untilItAnswers(() => connectTo(socket));
    return {
      client,
      async close() {
        client.destroy();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};
