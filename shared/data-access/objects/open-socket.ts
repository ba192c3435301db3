import type { OnReadOpts, Socket } from 'node:net';

/** Milliseconds from which on the system asks whether a silent server is still there. */
const keepAliveDelay = 1_000;

/** Takes bytes that have arrived. They are overwritten afterwards: what is kept of them has to be copied. */
type TakePart = (part: Buffer) => void;

/** Opens a socket whose bytes are taken by `take` alone. */
export type OpenSocket = (take: TakePart) => Socket;

/** As much as Node reads of a socket at once. */
const readBytes = 64 * 1024;

/** Has a socket read into one piece of memory: a new one for each part has the collector begin in the middle of a file. */
const readBy = (take: TakePart): OnReadOpts => {
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  const callback = (length: number): boolean => {
    take(buffer.subarray(0, length));
    return true;
  };
  return { buffer, callback };
};

/** Each is loaded when it is needed: TLS takes several milliseconds. Both are built in, and so loaded at once. */
const openers = {
  'http:': (host: string, port: string) => {
    const { connect } = process.getBuiltinModule('node:net');
    return (onread: OnReadOpts) => connect({ host, port: Number(port || 80), onread });
  },
  'https:': (host: string, port: string) => {
    const { isIP } = process.getBuiltinModule('node:net');
    const { connect } = process.getBuiltinModule('node:tls');
    // A certificate of an address is known by the address: TLS takes names alone to ask for one.
    const servername = isIP(host) ? '' : host;
    const options = { host, port: Number(port || 443), servername, ALPNProtocols: ['http/1.1'] };
    /** By the last session the next connection is made without the certificates being looked at again. */
    let session: Buffer | undefined;
    return (onread: OnReadOpts) => {
      // Taken by TLS as well, which its types do not say.
      const given = { ...options, session, onread };
      return connect(given).on('session', (granted) => {
        session = granted;
      });
    };
  },
};
const isProtocol = (protocol: string): protocol is keyof typeof openers => protocol in openers;

/** Opens sockets to a server. Throws TypeError where it is reached by another protocol than HTTP and HTTPS. */
export const opener = ({ protocol, hostname, port }: URL): OpenSocket => {
  if (!isProtocol(protocol)) throw new TypeError(`no store is reached by ${protocol}`);
  // The brackets of an IPv6 address are of the URL alone.
  const open = openers[protocol](hostname.replace(/^\[|\]$/g, ''), port);
  return (take) => open(readBy(take)).setNoDelay(true).setKeepAlive(true, keepAliveDelay);
};
