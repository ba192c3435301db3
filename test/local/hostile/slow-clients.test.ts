import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openConnection } from '../../infra/local/gateway/raw-http.ts';
import { describedStack } from '../../support/stack/stack-stores.ts';
import { httpTarget } from '../../support/targets/http-target.ts';
import { sharedStack } from '../running-stack.ts';

const { url, key, dataDirectory } = sharedStack;
const target = httpTarget(url, key);

const leaveInTheMiddle = (path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { headers: { 'AUTH-KEY': key } }, (response) => {
      response.once('data', () => response.destroy());
      response.once('close', resolve);
    });
    sent.on('error', reject);
    sent.end();
  });

const openDescriptors = async (): Promise<number> => {
  const { pid } = await describedStack(dataDirectory);
  return (await readdir(`/proc/${pid}/fd`)).length;
};

describe('a running stack', () => {
  it('E17 disconnects clients that never finish their headers, and keeps serving others', async () => {
    const slow = await Promise.all(Array.from({ length: 50 }, () => openConnection(url)));
    for (const { socket } of slow) socket.write('GET /locations/v2/services HTTP/1.1\r\nHost: a\r\n');
    const drip = setInterval(() => {
      for (const { socket } of slow) socket.write('X-One: a\r\n');
    }, 1_000);
    expect((await target.send({ path: '/locations/v2/services' })).status).toBe(200);
    const lasted = await Promise.all(slow.map(({ closed }) => closed()));
    clearInterval(drip);
    // The limit is 10 s, but on a busy machine it takes effect late.
    expect(Math.max(...lasted)).toBeLessThan(40_000);
  });

  it('E21 keeps no connection open for clients that disconnect during a large response', async () => {
    const path = '/locations/v2/points/geo/144.9631/-37.8136?radius=1000&limit=10000';
    const leave = async () => {
      for (let round = 0; round < 10; round += 1) {
        await Promise.all(Array.from({ length: 10 }, () => leaveInTheMiddle(path)));
      }
    };
    await leave();
    const before = await openDescriptors();
    await leave();
    // Other tests also have connections to this stack, which close some time after their last response.
    await expect.poll(openDescriptors, { timeout: 60_000 }).toBeLessThan(before + 20);
    expect((await target.send({ path })).status).toBe(200);
  });
});
