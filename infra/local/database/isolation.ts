/**
 * Keeps other users of the machine away from the embedded DynamoDB, which listens only on TCP and checks no signature.
 * It runs in its own network namespace, together with only the guard, which checks signatures:
 *
 *     SDK ── 127.0.0.1, any free port ──> gate ── passes the connection ──> guard ── port 8000 there ──> engine
 *     └────────────── network of the machine ──────────────┘            └──── namespace of the engine ────┘
 *
 * The gate is in the process of the stack. It accepts connections and sends them to the guard, but reads nothing, so
 * that requests do not pass through the stack's event loop. It keeps the port as long as the stack runs, so that no other
 * program can take it and receive signed requests while the engine is restarted.
 *
 * This needs no root, only Linux with user namespaces and the programs `unshare` and `mount` of util-linux, which are
 * in every Debian. Most containers, and distributions that restrict user namespaces by AppArmor, do not allow it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../compile-cache.ts';
import { listen } from '../http/listening.ts';
import type { GuardSettings } from './guard.ts';

/** Address of the engine in its namespace. */
export const isolatedAddress = new URL('http://127.0.0.1:8000');

/** Message that ends the guard. */
export const endOfGuard = 'end';

/** The signatures that the guard accepts. */
export type RequiredSignature = Omit<GuardSettings, 'enginePort'>;

/**
 * A new namespace has a loopback interface that is down. sysfs can change that, if it is mounted in the namespace, and
 * needs no further program; `ip` is not installed everywhere. The mount is seen only by the inner shell.
 */
const enableLoopback = `
  unshare --mount /bin/sh -c 'mount -t sysfs sysfs /sys && echo 0x9 >/sys/class/net/lo/flags' ||
  ip link set lo up || exit
`;

/** The guard inherits the channel, file 3, and becomes a child of the engine. */
const startGuard = `
  "$1" "$2" &
  shift 2
`;

/** A user who is not root needs a user namespace to create others, and its mapping must exist before they do. */
const inNamespace = (): readonly string[] => [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user', 'unshare']),
  '--net',
];

/** Returns why a process of this user cannot have its own network namespace, or undefined if it can. */
export const isolationObstacle = async (): Promise<string | undefined> => {
  if (process.platform !== 'linux') return `there are no network namespaces on ${process.platform}`;
  const [program = '', ...options] = inNamespace();
  const child = spawn(program, [...options, '/bin/sh', '-c', enableLoopback], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const [printed, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return status === 0 ? undefined : (printed.trim().split('\n').at(-1) ?? `status ${status}`);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/**
 * Returns a command that runs a shell script with the guard in a new namespace. The process of the command is that of
 * the script. Its file 3 must be the channel of the gate, and must be closed by the script.
 */
export const isolatedShell = (script: string, args: readonly string[]): readonly string[] => {
  const guard = [process.execPath, fileURLToPath(new URL('./guard.ts', import.meta.url))];
  const shell = ['/bin/sh', '-c', `${enableLoopback}${startGuard}${script}`, 'sh'];
  return [...inNamespace(), ...shell, ...guard, ...args];
};

/** Environment of the command. The guard compiles nothing when it is started again, and has no debugger's port. */
export const isolatedEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_COMPILE_CACHE: compileCache,
  NODE_OPTIONS: '',
});

export type Gate = Awaited<ReturnType<typeof openGate>>;

/** Listens on 127.0.0.1 for clients of an isolated engine. Ends their connections while there is no guard. */
export const openGate = async (signature: RequiredSignature) => {
  let guard: ChildProcess | undefined;
  /** Connections that are being passed to the guard and may still be in this process. */
  const passing = new Set<Socket>();
  const end = (socket: Socket): void => {
    passing.delete(socket);
    socket.destroy();
  };
  const pass = (socket: Socket): void => {
    passing.add(socket);
    // A client may leave before it is passed on.
    socket.on('error', () => end(socket));
    // This process closes its copy itself. Node would keep it open if the guard is gone, and the client would wait.
    if (guard?.connected) guard.send('connection', socket, { keepOpen: true }, () => end(socket));
    else end(socket);
  };
  const server = createServer({ pauseOnConnect: true }, pass);
  return {
    endpoint: await listen(server, 0, '127.0.0.1'),
    /** Sends the connections of clients to the guard of an engine that listens. */
    open: (engine: ChildProcess): void => {
      const settings: GuardSettings = { ...signature, enginePort: Number(isolatedAddress.port) };
      engine.send(settings, () => {});
      engine.once('disconnect', () => {
        for (const socket of passing) end(socket);
      });
      guard = engine;
    },
    close: (): void => {
      server.close();
    },
  };
};
