import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * Sends the same body to whoever asks, with nothing but Node: `bare-server.ts file`. Tells its port by IPC, and whenever
 * it is asked there what it has done so far.
 */
const [, , file = ''] = process.argv;
const body = readFileSync(file);
const headers = { 'content-type': 'application/json', 'content-length': body.length };

let answered = 0;
const server = createServer((_request, response) => {
  answered += 1;
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ answered, processorMicroseconds: user + system });
});
