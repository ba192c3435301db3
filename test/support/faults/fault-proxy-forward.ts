import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** Where a forwarded request is cut off; nowhere by default. */
export interface Cuts {
  readonly requestAfterBytes?: number;
  readonly responseAfterBytes?: number;
  readonly losesAnswer?: boolean;
}

const ofOneConnection = new Set(['connection', 'keep-alive', 'proxy-connection']);

/** Headers as they came, Host and its like included: each is the signer's own, but for those of the connection. */
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

/** Each piece is on its way to the client before the cut, which would else take with it what waits to be sent. */
const sendCut = async (answer: IncomingMessage, response: ServerResponse, mostBytes: number) => {
  response.flushHeaders();
  for await (const piece of upTo(mostBytes)(answer)) await written(response, piece);
  response.end();
};

/**
 * Sends a request to the store at `target` and its answer to the client, a piece at a time. Rejects where
 * either side, or a cut, ended it early; both connections are closed then.
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
  // After the answer has begun, its stream tells of a lost connection; nobody else listens for it here.
  upstream.on('error', () => undefined);
  const answered = once(upstream, 'response');
  const sent = pipeline(message, upTo(requestAfterBytes), upstream);
  // A store may answer before it has read all; whoever stops then is no fault.
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
