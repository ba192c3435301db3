import { expect } from 'vitest';
import { type ExportLinkResponse, exportLinkResponse } from '../../../functions/locations-v3/contract.ts';
import type { ServiceClient } from '../service-client.ts';

const path = '/export/workcentres';
const version = /^\d{8}T\d{9}Z-[0-9a-f]{6}$/;

/** Returns the path of the file that a query of the export leads to, after the rules that hold for every redirect. */
export const redirectedFile = async (
  client: ServiceClient,
  query: string,
  sent: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const { status, headers, body } = await client.send(`${path}${query}`, sent);
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

/**
 * Returns the link that a query of the export with `redirect=false` is answered with, after the rules that hold for
 * every such answer.
 */
export const linkInJson = async (
  client: ServiceClient,
  query: string,
): Promise<ExportLinkResponse & { readonly pathname: string }> => {
  const { status, headers, body } = await client.send(`${path}${query}`);
  expect(status, query).toBe(200);
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers).not.toHaveProperty('location');
  const link = exportLinkResponse.parse(JSON.parse(body));
  expect(link.version).toBe(headers['waypost-catalogue-version']);
  expect(link.expires_at).toMatch(/Z$/);
  const { protocol, pathname } = new URL(link.url);
  expect(protocol).toMatch(/^https?:$/);
  return { ...link, pathname };
};
