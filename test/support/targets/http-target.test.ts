import { createServer, type IncomingMessage } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../infra/local/http/listening.ts';
import { httpTarget } from './http-target.ts';

const startEcho = async () => {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    response.end();
  });
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: await listen(server, 0, '127.0.0.1'), seen };
};

it('a target asks below the path of its address, as stages of API Gateway have one', async () => {
  const { url, seen } = await startEcho();
  for (const base of [url, `${url}/`, `${url}/prod`, `${url}/prod/`]) {
    await httpTarget(base, 'the-key').send({ path: '/locations//v2?a=%zz' });
  }
  expect(seen.map((request) => request.url)).toEqual([
    '/locations//v2?a=%zz',
    '/locations//v2?a=%zz',
    '/prod/locations//v2?a=%zz',
    '/prod/locations//v2?a=%zz',
  ]);
});

it('a target sends its key, unless a request has one of its own, and says what it is', async () => {
  const { url, seen } = await startEcho();
  await httpTarget(url, 'the-key').send({ path: '/' });
  await httpTarget(url, 'the-key').send({ path: '/', headers: { 'auth-key': 'another' } });
  await httpTarget(url, undefined).send({ path: '/' });
  expect(seen.map(({ headers }) => headers['auth-key'])).toEqual(['the-key', 'another', undefined]);
  expect(seen.every(({ headers }) => headers['user-agent'] === 'waypost-test')).toBe(true);
});
