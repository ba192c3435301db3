import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { listen } from '../../../infra/local/http/listening.ts';
import { befall } from './fault-proxy-befall.ts';
import type { Fault } from './fault-proxy-fault.ts';
import { type ProxiedRequest, proxiedRequest } from './fault-proxy-request.ts';

/** Which requests a fault befalls: all of them by default. */
interface FaultTerms {
  readonly when?: (request: ProxiedRequest) => boolean;
  /** How many requests at most. */
  readonly times?: number;
  /** Share of the requests, from 0 to 1, drawn anew for each by the proxy's seed. */
  readonly chance?: number;
}

/** A proxy in front of a store, whose behaviour a test switches while clients use it. */
export interface FaultProxy extends AsyncDisposable {
  /** In the place of the store's own. */
  readonly endpoint: string;
  /** From now on does this to the requests it befalls. Of several faults the one injected first comes first. */
  inject(fault: Fault, terms?: FaultTerms): void;
  /** Forgets all faults. Requests that hang go on hanging. */
  pass(): void;
  /** Ends all connections and refuses new ones. */
  refuse(): Promise<void>;
  /** Listens again on the same port. */
  accept(): Promise<void>;
  /** The next request that arrives and fits, whatever then happens to it. */
  next(when: (request: ProxiedRequest) => boolean): Promise<ProxiedRequest>;
  /** How many requests came, of one operation or of all. */
  received(operation?: string): number;
  /** How many of them a fault befell. */
  faulted(operation?: string): number;
}

interface Injected extends Required<FaultTerms> {
  readonly fault: Fault;
  left: number;
}

const anything = () => true;

/** Numbers from 0 to 1, the same for a seed on every run. */
const seededDraws = (seed: number) => {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE() / 2 ** 32;
  };
};

const tally = () => {
  const counts = new Map<string, number>();
  return {
    add: (operation: string) => counts.set(operation, (counts.get(operation) ?? 0) + 1),
    of: (operation?: string) =>
      operation === undefined
        ? [...counts.values()].reduce((total, count) => total + count, 0)
        : (counts.get(operation) ?? 0),
  };
};

/** Starts a proxy on 127.0.0.1 in front of a store's endpoint. It passes everything until told otherwise. */
export const startFaultProxy = async (target: string, seed = 1): Promise<FaultProxy> => {
  const store = new URL(target);
  const draw = seededDraws(seed);
  const received = tally();
  const faulted = tally();
  let faults: Injected[] = [];
  const waiting = new Set<(request: ProxiedRequest) => void>();

  const faultFor = (request: ProxiedRequest): Fault | undefined => {
    const found = faults.find(
      ({ left, when, chance }) => left > 0 && when(request) && (chance === 1 || draw() < chance),
    );
    if (found === undefined) return undefined;
    found.left -= 1;
    faulted.add(request.operation);
    return found.fault;
  };

  // However slow a test makes it: it is not this server that gives up.
  const server = createServer({ requestTimeout: 0 }, (message, response) => {
    const request = proxiedRequest(message);
    received.add(request.operation);
    for (const look of waiting) look(request);
    // Where it ended early the client sees that its connection did.
    befall(faultFor(request), store, message, response).catch(() => undefined);
  });
  const endpoint = await listen(server, 0, '127.0.0.1');
  const port = Number(new URL(endpoint).port);

  const refuse = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };

  return {
    endpoint,
    inject: (fault, { when = anything, times = Number.POSITIVE_INFINITY, chance = 1 } = {}) => {
      faults.push({ fault, when, times, chance, left: times });
    },
    pass: () => {
      faults = [];
    },
    refuse,
    accept: async () => {
      if (!server.listening) await listen(server, port, '127.0.0.1');
    },
    next: (when) =>
      new Promise((resolve) => {
        const look = (request: ProxiedRequest) => {
          if (!when(request)) return;
          waiting.delete(look);
          resolve(request);
        };
        waiting.add(look);
      }),
    received: received.of,
    faulted: faulted.of,
    [Symbol.asyncDispose]: refuse,
  };
};
