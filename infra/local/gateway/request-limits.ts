/** What the gateway takes from a client before it refuses or closes. */
export interface RequestLimits {
  /** API Gateway's payload limit. */
  readonly bodyBytes: number;
  /** API Gateway counts the request line and the values of all headers together. */
  readonly requestLineAndHeaderValueBytes: number;
  /** Bounds what the parser reads of a header block, names included, before the limit above can be counted. */
  readonly headerBlockBytes: number;
  readonly headerCount: number;
  /** Time for the whole header block: a client that dribbles it holds a connection no longer. */
  readonly headersMilliseconds: number;
  /** Time for the whole body once its headers are there. */
  readonly bodyMilliseconds: number;
  /** Time for the rest of a request that was answered before its body had arrived. */
  readonly requestMilliseconds: number;
  readonly keepAliveMilliseconds: number;
  /** A connection on which nothing moves, neither way, is given up: a client that stopped reading, for one. */
  readonly silenceMilliseconds: number;
  /** How long a refused client is listened to, so that it reads the answer before the connection is reset. */
  readonly lingerMilliseconds: number;
  /** How long `close` waits for running requests. */
  readonly closeMilliseconds: number;
}

/** Slow headers and slow bodies are closed within 10 s: the limits leave room for the check's interval and the linger. */
export const apiGatewayLimits: RequestLimits = {
  bodyBytes: 10 * 1024 * 1024,
  requestLineAndHeaderValueBytes: 10_240,
  headerBlockBytes: 64 * 1024,
  headerCount: 1_000,
  headersMilliseconds: 9_000,
  bodyMilliseconds: 9_000,
  requestMilliseconds: 30_000,
  keepAliveMilliseconds: 65_000,
  silenceMilliseconds: 120_000,
  lingerMilliseconds: 500,
  closeMilliseconds: 5_000,
};
