import type { StoreLimits } from '../../../shared/data-access/clients.ts';

/** Nobody waits at a browser here: a busy store gets time, and more attempts than a request of a client. */
export const operatorPatience: StoreLimits = { requestTimeout: 20_000, attempts: 5 };
