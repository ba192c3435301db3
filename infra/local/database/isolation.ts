/**
 * Keeps other users of the machine away from the embedded DynamoDB, which listens only on TCP and checks no signature.
 * The engine runs in a network namespace that it shares only with the guard, which checks signatures:
 *
 *     SDK ── 127.0.0.1, any free port ──> gate ── passes the connection ──> guard ── port 8000 there ──> engine
 *     └────────────── network of the machine ──────────────┘            └──── namespace of the engine ────┘
 *
 * The gate is part of the stack's process. It passes connections to the guard without reading them, so that requests do
 * not pass through the stack's event loop. It keeps its port as long as the stack runs, so that no other program can
 * take the port and receive signed requests while the engine restarts.
 *
 * Isolation needs Linux with user namespaces, and `unshare` and `mount` from util-linux. Most containers, and
 * distributions that restrict user namespaces with AppArmor, prevent it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../compile-cache.ts';
import { listen } from '../http/listening.ts';
import type { GuardSettings } from './guard.ts';

/** The engine's address in its namespace. */
export const isolatedAddress = new URL('http://127.0.0.1:8000');

/** Message that ends the guard. */
export const endOfGuard = 'end';

/** Region and credentials of the signatures that the guard accepts. */
export type RequiredSignature = Omit<GuardSettings, 'enginePort'>;

/** Brings the loopback interface up through sysfs, because `ip` is not installed everywhere. */
const enableLoopback = `
  unshare --mount /bin/sh -c 'mount -t sysfs sysfs /sys && echo 0x9 >/sys/class/net/lo/flags' ||
  ip link set lo up || exit
`;

/** Users other than root need a user namespace first. Its mapping must exist before the network namespace. */
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
 * Returns a command that runs a shell script in a new namespace, and the guard as its child. File descriptor 3 must be
 * the gate's channel, which the guard inherits and the script must close.
 */
export const isolatedShell = (script: string, args: readonly string[]): readonly string[] => {
  const guard = [process.execPath, fileURLToPath(new URL('./guard.ts', import.meta.url))];
  const shell = [
    '/bin/sh',
    '-c',
    `${enableLoopback}"$1" "$2" &\nshift 2\nunset WAYPOST_GUARD\n${script}`,
    'sh',
  ];
  return [...inNamespace(), ...shell, ...guard, ...args];
};

export type Gate = Awaited<ReturnType<typeof openGate>>;

/** Listens on 127.0.0.1 for clients of an isolated engine. Closes their connections while no guard is running. */
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
    // The client may disconnect before its connection is passed on.
    socket.on('error', () => end(socket));
    // Closed here, because if the guard is gone, Node leaves this copy open and the client waiting.
    if (guard?.connected) guard.send('connection', socket, { keepOpen: true }, () => end(socket));
    else end(socket);
  };
  const server = createServer({ pauseOnConnect: true }, pass);
  const settings: GuardSettings = { ...signature, enginePort: Number(isolatedAddress.port) };
  return {
    endpoint: await listen(server, 0, '127.0.0.1'),
    /** For `isolatedShell`. The guard uses the compile cache when it restarts, and opens no debugger port. */
    environment: {
      ...process.env,
      NODE_COMPILE_CACHE: compileCache,
      NODE_OPTIONS: '',
      WAYPOST_GUARD: JSON.stringify(settings),
    },
    /** Passes clients' connections to an engine's guard. The engine must already be listening. */
    open: (engine: ChildProcess): void => {
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
