/**
 * Guard of the embedded DynamoDB, in the engine's network namespace (isolation.ts). It forwards requests that are
 * signed with the stack's credentials, and rejects all others, including every request from a web page. Over a
 * channel, the gate sends the guard clients' connections, and `end`. The guard also exits when the channel closes.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { S3Error } from '../s3/errors.ts';
import { jsonServiceError, readSignedBody } from '../s3/signature.ts';

/** Settings in the variable WAYPOST_GUARD. */
const guardSettings = z.object({
  /** The engine's port on 127.0.0.1 in this namespace. */
  enginePort: z.int(),
  region: z.string(),
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
});
export type GuardSettings = Readonly<z.infer<typeof guardSettings>>;
const { enginePort, ...terms } = guardSettings.parse(JSON.parse(process.env.WAYPOST_GUARD ?? ''));

/** DynamoDB's size limit for a request. */
const maxBodyBytes = 16 * 1024 ** 2;

const agent = new Agent({ keepAlive: true });

const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
  try {
    // Also rejects preflight requests. Otherwise, the engine would let every page read its responses.
    if (message.headers.origin !== undefined)
      throw new S3Error('AccessDenied', { message: 'Web pages may not send requests.' });
    const body = await readSignedBody(message, { ...terms, service: 'dynamodb' }, maxBodyBytes);
    await forward(message, body, response);
  } catch (error) {
    if (error instanceof S3Error)
      response
        .writeHead(403, { 'content-type': 'application/x-amz-json-1.0' })
        .end(JSON.stringify(jsonServiceError(error)));
    // The client sees a lost connection, as if the engine had ended, and retries.
    else response.destroy();
  }
};

const forward = async (message: IncomingMessage, body: Buffer, response: ServerResponse) => {
  const { method, url: path, headers } = message;
  const sent = request({ agent, host: '127.0.0.1', port: enginePort, method, path, headers });
  response.once('close', () => sent.destroy());
  const received = await new Promise<IncomingMessage>((resolve, fail) => {
    sent.once('response', resolve).once('error', fail).end(body);
  });
  response.writeHead(received.statusCode ?? 500, received.headers);
  await pipeline(received, response);
};

const server = createServer({ keepAliveTimeout: 0 }, (message, response) => void handle(message, response));

process.on('message', (message: unknown, connection: unknown) => {
  if (connection instanceof Socket) {
    connection.setNoDelay(true);
    server.emit('connection', connection);
    connection.resume();
  } else if (message === 'end') process.exit();
  // Otherwise the client closed the connection before it was passed on.
});
process.once('disconnect', () => process.exit());
