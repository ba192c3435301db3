import { once } from 'node:events';
import { createServer } from 'node:http';
import { listen } from '../../../infra/local/http/listening.ts';
import { befall } from './fault-proxy-befall.ts';
import type { Fault } from './fault-proxy-fault.ts';
import { type FaultTerms, injectedFaults } from './fault-proxy-injected.ts';
import { type ProxiedRequest, proxiedRequest } from './fault-proxy-request.ts';

/** Proxy in front of a store, whose faults a test controls while clients use it. */
export interface FaultProxy extends AsyncDisposable {
  /** Endpoint to use in place of the store's. */
  readonly endpoint: string;
  /** Applies a fault to matching requests from now on; of several, the one injected first wins. */
  inject(fault: Fault, terms?: FaultTerms): void;
  /** Removes all faults; hanging requests stay so. */
  pass(): void;
  /** Ends all connections and refuses new ones. */
  refuse(): Promise<void>;
  /** Listens again on the same port. */
  accept(): Promise<void>;
  /** Resolves with the next matching request, whatever becomes of it. */
  next(when: (request: ProxiedRequest) => boolean): Promise<ProxiedRequest>;
  /** Returns the number of requests received, of one operation or all. */
  received(operation?: string): number;
  /** Returns the number of requests with a fault, of one operation or all. */
  faulted(operation?: string): number;
}

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

/** Starts a proxy on 127.0.0.1 in front of a store's endpoint, without faults at first. */
export const startFaultProxy = async (target: string, seed = 1): Promise<FaultProxy> => {
  const store = new URL(target);
  const faults = injectedFaults(seed);
  const received = tally();
  const faulted = tally();
  const waiting = new Set<(request: ProxiedRequest) => void>();

  const faultFor = (request: ProxiedRequest): Fault | undefined => {
    const fault = faults.take(request);
    if (fault !== undefined) faulted.add(request.operation);
    return fault;
  };

  // No timeout, so that this server never gives up, however slow a test makes it.
  const server = createServer({ requestTimeout: 0 }, (message, response) => {
    const request = proxiedRequest(message);
    received.add(request.operation);
    for (const look of waiting) look(request);
    // If it ends early, the client sees its connection end.
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
    inject: faults.inject,
    pass: faults.pass,
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
