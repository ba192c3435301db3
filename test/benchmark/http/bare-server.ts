import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** Sends the same body to whoever asks, with nothing but Node: `bare-server.ts file`. Tells its port by IPC. */
const [, , file = ''] = process.argv;
const body = readFileSync(file);
const headers = { 'content-type': 'application/json', 'content-length': body.length };

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
