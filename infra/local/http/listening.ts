import type { Server as HttpServer } from 'node:http';
import { isIPv6, type Server } from 'node:net';
import { PortTaken } from './port-taken.ts';

const drainCheckMilliseconds = 50;

/** Starts to listen, on any free port where it is 0; gives the address as `http://host:port`. Throws PortTaken. */
export const listen = (server: Server, port: number, host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortTaken(port, host) : error);
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      const address = server.address();
      const actualPort = typeof address === 'object' ? (address?.port ?? port) : port;
      resolve(`http://${isIPv6(host) ? `[${host}]` : host}:${actualPort}`);
    });
  });

/** Stops to accept, lets running requests end for so long, then cuts what is left. */
export const drain = (server: HttpServer, withinMilliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    // A connection kept alive turns idle after the server stopped looking for idle ones.
    const idle = setInterval(() => server.closeIdleConnections(), drainCheckMilliseconds);
    const cut = setTimeout(() => server.closeAllConnections(), withinMilliseconds);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
  });
