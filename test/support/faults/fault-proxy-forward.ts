import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** Points at which a forwarded exchange is cut off; none by default. */
export interface Cuts {
  readonly requestAfterBytes?: number;
  readonly responseAfterBytes?: number;
  readonly losesAnswer?: boolean;
}

const ofOneConnection = new Set(['connection', 'keep-alive', 'proxy-connection']);

/** Returns the headers as received, Host included, as they are signed, without those of the connection. */
const passedOn = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_, index) => !ofOneConnection.has(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ''));

class CutOff extends Error {
  override readonly name = 'CutOff';
}

const upTo = (mostBytes: number) =>
  async function* (pieces: AsyncIterable<Buffer>) {
    let left = mostBytes;
    for await (const piece of pieces) {
      if (piece.length > left) {
        yield piece.subarray(0, left);
        throw new CutOff();
      }
      left -= piece.length;
      yield piece;
    }
  };

const written = (response: ServerResponse, piece: Buffer) =>
  new Promise<void>((resolve, reject) => {
    response.write(piece, (error) => (error ? reject(error) : resolve()));
  });

/** Sends pieces up to the cut; each is flushed first, as the cut would drop pending data. */
const sendCut = async (answer: IncomingMessage, response: ServerResponse, mostBytes: number) => {
  response.flushHeaders();
  for await (const piece of upTo(mostBytes)(answer)) await written(response, piece);
  response.end();
};

/**
 * Forwards a request to the store at `target` and its answer to the client, piece by piece. Rejects if either side, or
 * a cut, ends it early; both connections are closed then.
 */
export const forward = async (
  target: URL,
  message: IncomingMessage,
  response: ServerResponse,
  { requestAfterBytes = Number.POSITIVE_INFINITY, responseAfterBytes, losesAnswer = false }: Cuts = {},
): Promise<void> => {
  const upstream = request({
    hostname: target.hostname,
    port: target.port,
    method: message.method,
    path: message.url,
    headers: [...passedOn(message.rawHeaders), 'connection', 'close'],
    agent: false,
  });
  // Once the answer has begun, its stream reports a lost connection, so this event needs no handling.
  upstream.on('error', () => undefined);
  const answered = once(upstream, 'response');
  const sent = pipeline(message, upTo(requestAfterBytes), upstream);
  // A store may answer before it has read everything; a client that stops then is not a fault.
  sent.catch(() => undefined);
  response.once('close', () => upstream.destroy());
  try {
    const answer: IncomingMessage = (await answered)[0];
    if (losesAnswer) {
      await answer.resume().toArray();
      throw new CutOff();
    }
    response.writeHead(answer.statusCode ?? 502, passedOn(answer.rawHeaders));
    if (responseAfterBytes === undefined) await pipeline(answer, response);
    else await sendCut(answer, response, responseAfterBytes);
  } catch (error) {
    upstream.destroy();
    message.destroy();
    response.destroy();
    throw error;
  }
};
