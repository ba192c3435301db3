import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '../../../../infra/local/http/listening.ts';
import { deployedGateway } from '../../../../infra/operator/stack/deployed/gateway/deployed-gateway.ts';

/** What API Gateway answers to the making of a key. */
let made: unknown;
const asked: string[] = [];
const server = createServer(({ method, url = '' }, response) => {
  const { pathname } = new URL(url, 'http://gateway');
  asked.push(`${method} ${pathname}`);
  const plans = {
    item: ['standard', 'partner', 'unlimited'].map((plan, index) => ({
      id: `plan-${index}`,
      name: `waypost-dev-${plan}`,
    })),
  };
  response
    .writeHead(method === 'GET' ? 200 : 201, { 'content-type': 'application/json' })
    .end(JSON.stringify(pathname === '/usageplans' ? plans : made));
});
beforeAll(async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_API_GATEWAY', await listen(server, 0, '127.0.0.1'));
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'nobody');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'nothing');
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close().closeAllConnections();
});

const admit = () => deployedGateway('dev', 'abc123', 'ap-southeast-2').admit('Parcel partner', 'partner');

describe('the gateway of a stage', () => {
  it.each([{}, { id: '' }])('that makes a key without an id, %j, lets nobody join a plan', async (answer) => {
    made = answer;
    asked.length = 0;
    await expect(admit()).rejects.toThrow(
      /^API Gateway made the key \S+, but did not say its id\. Repeat the command/,
    );
    expect(asked).toEqual(['GET /usageplans', 'POST /apikeys']);
  });

  it('lets the key that it made join the plan', async () => {
    made = { id: 'key-1' };
    asked.length = 0;
    await admit();
    expect(asked).toEqual(['GET /usageplans', 'POST /apikeys', 'POST /usageplans/plan-1/keys']);
  });
});
