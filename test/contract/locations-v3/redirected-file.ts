import { expect } from 'vitest';
import type { ServiceClient } from '../service-client.ts';

const path = '/export/workcentres';
const version = /^\d{8}T\d{9}Z-[0-9a-f]{6}$/;

/** Returns the path of the file that a query of the export leads to, after the rules that hold for every redirect. */
export const redirectedFile = async (client: ServiceClient, query: string): Promise<string> => {
  const { status, headers, body } = await client.send(`${path}${query}`);
  expect(status, query).toBe(302);
  expect(body).toBe('');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['waypost-catalogue-version']).toMatch(version);
  const { protocol, pathname } = new URL(headers.location ?? '');
  expect(protocol).toMatch(/^https?:$/);
  return pathname;
};
