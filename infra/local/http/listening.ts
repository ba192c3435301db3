import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

/** Another program is listening on the port. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';

  constructor(port: number, host: string) {
    super(
      `Port ${port} of ${host} is in use by another program. Stop that program, or use another port (0 for any free port).`,
    );
  }
}

/** Listens on an IPv4 address (port 0 for any free port), and returns `http://host:port`. Throws PortTaken. */
export const listen = async (server: Server, port: number, host: string): Promise<string> => {
  await once(server.listen(port, host), 'listening').catch((error: unknown) => {
    throw Object(error).code === 'EADDRINUSE' ? new PortTaken(port, host) : error;
  });
  const address = server.address();
  return `http://${host}:${typeof address === 'object' ? address?.port : port}`;
};

/** Stops accepting connections, waits at most this long for running requests, and then closes all connections. */
export const drain = (server: HttpServer, withinMilliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    // Keep-alive connections may become idle after the server has checked for idle connections.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), withinMilliseconds);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
  });
