import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

/** Another program listens on the port. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';

  constructor(port: number, host: string) {
    super(
      `Port ${port} of ${host} is taken by another program. Stop that program, or start on another port (port 0 takes any free one).`,
    );
  }
}

/** Starts to listen on an IPv4 address, on any free port for 0; returns the address as `http://host:port`. Throws PortTaken. */
export const listen = (server: Server, port: number, host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortTaken(port, host) : error);
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      const address = server.address();
      const actualPort = typeof address === 'object' ? (address?.port ?? port) : port;
      resolve(`http://${host}:${actualPort}`);
    });
  });

/** Stops accepting, lets running requests end within the time, then cuts the others. */
export const drain = (server: HttpServer, withinMilliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    // A connection that is kept alive turns idle after the server stopped looking for idle ones.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), withinMilliseconds);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
  });
