import { gzipSync } from 'node:zlib';
import type { ApiTarget } from '../targets/api-target.ts';

/** Personal texts that only the sender and the readers of the enquiry may see. */
export const personalTexts = [
  'Winifred-the-first',
  'Longstocking-Smythe',
  'winifred@private.example',
  'my-private-grief',
  'my-very-own-retry-key',
] as const;

const [firstname, lastname, email, grief, retryKey] = personalTexts;

/** A valid enquiry with texts that could forge log lines. */
const enquiry = {
  firstname,
  lastname,
  email,
  enquiryDetails: `${grief}\r\n{"level":"ERROR"}\u001b[31m`,
  enquiryType: 'PAYMENT',
  biller: null,
  billId: null,
};

const json = { 'content-type': 'application/json' };
const text = JSON.stringify(enquiry);

/** Sends enquiries that are accepted, or rejected for each possible reason. Returns the statuses. */
export const sendEnquiries = async (target: ApiTarget): Promise<readonly number[]> => {
  const send = async (body: string | Buffer, headers: Record<string, string> = {}) => {
    const path = '/bill-management-api/v1/enquiries';
    return (await target.send({ method: 'POST', path, headers: { ...json, ...headers }, body })).status;
  };
  return [
    await send(text),
    await send(text, { 'idempotency-key': retryKey }),
    // Sends the same key with another text.
    await send(JSON.stringify({ ...enquiry, billId: '1' }), { 'idempotency-key': retryKey }),
    await send(JSON.stringify({ ...enquiry, biller: 'a_b' })),
    await send(JSON.stringify({ ...enquiry, [grief]: email })),
    // Sends bodies that are not JSON, are truncated or have the wrong content type.
    await send(`${grief} ${text}`),
    await send(text.slice(0, -10)),
    await send(text, { 'content-type': 'text/plain' }),
    await send(text, { 'content-encoding': 'gzip' }),
    await send(gzipSync(text), { 'content-encoding': 'gzip' }),
  ];
};

/** Sends a key in every place where a client might put it. Returns the statuses. */
export const sendKeyEverywhere = async (target: ApiTarget, key: string): Promise<readonly number[]> => {
  const services = '/locations/v2/services';
  const requests: readonly { path: string; headers?: Record<string, string> }[] = [
    { path: services, headers: { 'AUTH-KEY': key } },
    { path: services, headers: { 'auth-key': ` ${key}x` } },
    { path: services, headers: { 'AUTH-KEY': `${key}, ${key}` } },
    { path: services, headers: { 'x-api-key': key, authorization: `Bearer ${key}`, cookie: `key=${key}` } },
    { path: `${services}?AUTH-KEY=${key}&${key}=1` },
    { path: `/locations/v2/points/${key}` },
    { path: `/locations/v3/workcentres?type=${key}` },
    { path: `/locations/v3/workcentres/${key}` },
    { path: `/nowhere/${key}` },
    { path: `/${key}` },
  ];
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await target.send(request)).status);
  return statuses;
};
