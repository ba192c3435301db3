import { describe, expect, it } from 'vitest';
import type { ApiTarget, TargetResponse } from '../support/targets/api-target.ts';
import { v2Paths, v3Paths } from '../support/targets/operation-paths.ts';
import { expectWithin } from './expect-within.ts';
import { expectError } from './routing/error-codes.ts';

const bill = '/bill-management-api/v1';
const enquiries = { method: 'POST', path: `${bill}/enquiries`, body: '{}' };

/** Requests that cover every status that functions return when their stores work. */
const answered = [
  ...v2Paths.map((path) => ({ path, status: 200 })),
  ...v3Paths.map((path) => ({ path, status: path.includes('export') ? 302 : 200 })),
  { path: `${bill}/biller-metadata`, status: 200 },
  { path: `${bill}/health`, status: 200 },
  { path: '/locations/v2/points/postcode/x', status: 400 },
  { path: '/locations/v3/workcentres?size=101', status: 400 },
  { path: '/locations/v3/workcentres/1_PO', status: 404 },
  { path: `${bill}/biller-metadata/9999`, status: 404 },
  { ...enquiries, status: 400 },
];

const paths = ['/locations/v2/services', '/locations/v3/workcentres?size=2', `${bill}/biller-metadata`];
const withoutId = ({ status, body }: TargetResponse) => ({ status, body });

/** Checks properties that all responses have, regardless of request headers. The target needs a valid key. */
export const answersSuite = (target: () => ApiTarget) => {
  describe('all services', () => {
    it.each(answered)(
      'E05 E06 E19 a response with status $status from $path allows every origin and forbids shared caching',
      async ({ status, ...request }) => {
        for (const origin of ['https://example.org', 'null']) {
          const answer = await target().send({ ...request, headers: { origin } });
          expect(answer.status, answer.body.slice(0, 300)).toBe(status);
          expect(answer.headers).toMatchObject({
            'access-control-allow-origin': '*',
            'cache-control': answer.headers.etag === undefined ? 'no-store' : 'private, no-cache',
            'x-content-type-options': 'nosniff',
            'strict-transport-security': expect.stringMatching(/^max-age=\d{7,}/),
          });
          for (const name of ['access-control-allow-credentials', 'server', 'x-powered-by']) {
            expect(answer.headers).not.toHaveProperty(name);
          }
        }
      },
    );

    it.each(paths)('E11 E12 %s ignores headers that name another host, method or path', async (path) => {
      const plain = withoutId(await target().send({ path }));
      expect(plain.status).toBe(200);
      const attempts: readonly Record<string, string>[] = [
        { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'gopher' },
        { forwarded: 'host=evil.test;proto=http' },
        { host: 'evil.test' },
        { 'x-http-method-override': 'DELETE', 'x-method-override': 'POST' },
        { 'x-original-url': '/locations/v3/export/workcentres', 'x-rewrite-url': '/nowhere' },
      ];
      for (const headers of attempts) {
        expect(withoutId(await target().send({ path, headers })), JSON.stringify(headers)).toEqual(plain);
      }
    });

    it.each(paths)('E14 %s rejects a 9 KB query with a documented error', async (path) => {
      const withText = (length: number) => ({
        path: `${path}${path.includes('?') ? '&' : '?'}x=${'x'.repeat(length)}`,
      });
      expect((await target().send(withText(8_000))).status).toBe(200);
      expectError(path, await target().send(withText(9_000)), 400, 'CONSTRAINT_VIOLATION');
    });

    it.each(paths)('E15 %s returns JSON for any Accept header', async (path) => {
      const plain = await target().send({ path, headers: { 'accept-encoding': 'identity' } });
      const accepted: readonly Record<string, string>[] = [
        { accept: 'application/xml' },
        { accept: 'image/png;q=1, */*;q=0' },
        { 'accept-encoding': 'br, gzip, identity;q=0' },
        { 'accept-encoding': 'compress, zstd' },
      ];
      for (const headers of accepted) {
        const answer = await target().send({ path, headers });
        expect(answer.headers['content-type']).toMatch(/^application\/json/);
        expect([undefined, 'gzip', 'br']).toContain(answer.headers['content-encoding']);
        expect(withoutId(answer)).toEqual(withoutId(plain));
      }
    });

    it.each(paths)('E16 %s ignores a body', async (path) => {
      const plain = withoutId(await target().send({ path }));
      const body = '{'.repeat(200 * 1024);
      const headers = { 'content-length': String(body.length), 'content-type': 'application/json' };
      expect(withoutId(await target().send({ path, headers, body }))).toEqual(plain);
    });

    it('E20 rejects worst-case paths quickly', async () => {
      await expectWithin(4_000, async () => {
        for (const text of ['9'.repeat(8_000), '1,'.repeat(4_000), '%20'.repeat(2_500), '-'.repeat(8_000)]) {
          for (const path of [
            `/locations/v2/points/postcode/${text}`,
            `/locations/v2/services/${text}`,
            `/locations/v2/points/geo/${text}/0`,
            `/locations/v3/workcentres?lat=${text}&lon=0`,
          ]) {
            expect((await target().send({ path })).status).toBe(400);
          }
        }
      });
    });
  });
};
