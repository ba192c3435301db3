import type { Socket } from 'node:net';

/** Milliseconds from which on the system asks whether a silent server is still there. */
const keepAliveDelay = 1_000;

/** Each is loaded when it is needed: TLS takes several milliseconds. Both are built in, and so loaded at once. */
const openers = {
  'http:': (host: string, port: string) => {
    const { connect } = process.getBuiltinModule('node:net');
    return () => connect({ host, port: Number(port || 80) });
  },
  'https:': (host: string, port: string) => {
    const { isIP } = process.getBuiltinModule('node:net');
    const { connect } = process.getBuiltinModule('node:tls');
    // A certificate of an address is known by the address: TLS takes names alone to ask for one.
    const servername = isIP(host) ? '' : host;
    const options = { host, port: Number(port || 443), servername, ALPNProtocols: ['http/1.1'] };
    /** By the last session the next connection is made without the certificates being looked at again. */
    let session: Buffer | undefined;
    return () =>
      connect({ ...options, session }).on('session', (given) => {
        session = given;
      });
  },
};
const isProtocol = (protocol: string): protocol is keyof typeof openers => protocol in openers;

/** Opens sockets to a server. Throws TypeError where it is reached by another protocol than HTTP and HTTPS. */
export const opener = ({ protocol, hostname, port }: URL): (() => Socket) => {
  if (!isProtocol(protocol)) throw new TypeError(`no store is reached by ${protocol}`);
  // The brackets of an IPv6 address are of the URL alone.
  const open = openers[protocol](hostname.replace(/^\[|\]$/g, ''), port);
  return () => open().setNoDelay(true).setKeepAlive(true, keepAliveDelay);
};
