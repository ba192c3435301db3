import { randomInt } from 'node:crypto';
import { freePort } from './free-port.ts';

/** Where the engine listens. */
export interface EngineAddress {
  readonly host: string;
  readonly port: number;
}

/** As clients are told it: without a path. */
export const endpointOf = ({ host, port }: EngineAddress): string => `http://${host}:${port}`;

/** One of some sixteen millions. */
const drawnHost = (): string => `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;

const isNoHostHere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL';

/**
 * Draws an address that only this machine reaches, and a port of it that is free at this moment. The engine checks no
 * signature and lets pages of every origin read its answers. Pages try the ports of 127.0.0.1, which is soon done; all
 * of 127.0.0.0/8, on which Linux listens, is too much for them. It stops nobody who can list the sockets of this
 * machine, as all its users can. Where the system does not have the address, it is 127.0.0.1, which pages can find.
 */
export const drawEngineAddress = async (host = drawnHost()): Promise<EngineAddress> => {
  try {
    return { host, port: await freePort(host) };
  } catch (error) {
    if (!isNoHostHere(error)) throw error;
    return { host: '127.0.0.1', port: await freePort() };
  }
};
