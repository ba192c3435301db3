import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { httpTarget } from '../support/http-target.ts';

const { url, key, dataDirectory } = inject('sharedStack');

const secrets = ['Winifred-the-first', 'Longstocking-Smythe', 'winifred@private.example', 'my-private-grief'];

describe('the logs of a running stack', () => {
  it('hold no key and no personal data, whatever was sent (A25, D19)', async () => {
    const target = httpTarget(url, key);
    const enquiry = {
      firstname: secrets[0],
      lastname: secrets[1],
      email: secrets[2],
      enquiryDetails: `${secrets[3]}\r\n{"level":"ERROR"}\u001b[31m`,
      enquiryType: 'PAYMENT',
      biller: null,
      billId: null,
    };
    const send = (body: object, headers = {}) =>
      target.send({
        method: 'POST',
        path: '/bill-management-api/v1/enquiries',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    expect((await send(enquiry)).status).toBe(200);
    expect((await send({ ...enquiry, biller: 'a_b' })).status).toBe(400);
    expect((await send(enquiry, { 'AUTH-KEY': `${key}x` })).status).toBe(401);
    expect((await target.send({ path: `/locations/v2/points/${key}` })).status).toBe(200);
    expect((await target.send({ path: `/locations/v3/workcentres?type=${key}` })).status).toBe(400);

    const files = ['functions.log', 'requests.log', 'stores.log'];
    const logs = await Promise.all(files.map((file) => readFile(join(dataDirectory, file), 'utf8')));
    expect(logs.join('')).toContain('CONSTRAINT_VIOLATION');
    const secretPart = key.split('_')[3] ?? key;
    for (const secret of [...secrets, secretPart]) expect(logs.join('')).not.toContain(secret);
    for (const line of logs.join('').trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow();
  });
});
