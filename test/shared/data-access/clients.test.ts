import { once } from 'node:events';
import { createServer } from 'node:http';
import { HttpRequest } from '@smithy/core/protocols';
import { expect, it, onTestFinished } from 'vitest';
import { documentClient, s3Client } from '../../../shared/data-access/clients.ts';
import { readBody } from '../../../shared/data-access/objects/bucket.ts';
import { storeRequestHandler } from '../../../shared/data-access/retry.ts';

const location = { region: 'ap-southeast-2', credentials: { accessKeyId: 'KEY', secretAccessKey: 'secret' } };

it.each([
  ['DynamoDB', documentClient],
  ['S3', s3Client],
])('an SDK client has no logging middleware: %s', (_name, create) => {
  const client = create(location);
  expect(client.middlewareStack.identify().join('\n')).not.toContain('loggerMiddleware');
  client.destroy();
});

it('a response that stalls after its headers times out', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': 500 }).write('{');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const request = new HttpRequest({ protocol: 'http:', hostname: '127.0.0.1', port: address.port });
  const { response } = await storeRequestHandler(1_000, 100).handle(request);
  await expect(readBody(response.body)).rejects.toMatchObject({ name: 'TimeoutError' });
});
