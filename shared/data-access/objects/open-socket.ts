import type { OnReadOpts, Socket } from 'node:net';

/** Milliseconds of silence before the first TCP keep-alive probe. */
const keepAliveDelay = 1_000;

/** Takes bytes that have arrived. They are overwritten afterwards: copy what is kept. */
type TakePart = (part: Buffer) => void;

/** Opens a socket whose bytes go to `take` alone. */
export type OpenSocket = (take: TakePart) => Socket;

/** Bytes of one read, as many as Node's default. */
const readBytes = 64 * 1024;

/**
 * Creates options by which a socket reads into one buffer: a new one for each part would trigger garbage collection in
 * the middle of a file.
 */
const readBy = (take: TakePart): OnReadOpts => {
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  const callback = (length: number): boolean => {
    take(buffer.subarray(0, length));
    return true;
  };
  return { buffer, callback };
};

/**
 * Openers by protocol. Each module is loaded on first use, synchronously as both are built in, as TLS would lengthen a
 * cold start.
 */
const openers = {
  'http:': (host: string, port: string) => {
    const { connect } = process.getBuiltinModule('node:net');
    return (onread: OnReadOpts) => connect({ host, port: Number(port || 80), onread });
  },
  'https:': (host: string, port: string) => {
    const { isIP } = process.getBuiltinModule('node:net');
    const { connect } = process.getBuiltinModule('node:tls');
    // TLS's server name indication takes host names, not addresses.
    const servername = isIP(host) ? '' : host;
    const options = { host, port: Number(port || 443), servername, ALPNProtocols: ['http/1.1'] };
    /** Last TLS session, by which the next connection resumes without verifying certificates again. */
    let session: Buffer | undefined;
    return (onread: OnReadOpts) => {
      // TLS accepts `onread` too, although its types omit it.
      const given = { ...options, session, onread };
      return connect(given).on('session', (granted) => {
        session = granted;
      });
    };
  },
};
const isProtocol = (protocol: string): protocol is keyof typeof openers => protocol in openers;

/** Creates an opener of sockets to a server. Throws TypeError for protocols other than HTTP and HTTPS. */
export const opener = ({ protocol, hostname, port }: URL): OpenSocket => {
  if (!isProtocol(protocol)) throw new TypeError(`no store is reached by ${protocol}`);
  // The brackets of an IPv6 address belong to the URL alone.
  const open = openers[protocol](hostname.replace(/^\[|\]$/g, ''), port);
  return (take) => open(readBy(take)).setNoDelay(true).setKeepAlive(true, keepAliveDelay);
};
