import { gzipSync } from 'node:zlib';
import { describe, it } from 'vitest';
import {
  type EnquiryClient,
  goodEnquiry,
  type ReadEnquiryRow,
  storedAsSent,
} from '../../support/enquiry-client.ts';
import { expectWithin } from '../expect-within.ts';

const good = JSON.stringify(goodEnquiry);
const maxBytes = 128 * 1024;

const paddedTo = (bytes: number): string => good + ' '.repeat(bytes - Buffer.byteLength(good));

const notEnquiries: Record<string, string | Buffer> = {
  nothing: '',
  'an array': '[]',
  null: 'null',
  'a byte order mark': `\ufeff${good}`,
  'bytes that are not UTF-8': Buffer.concat([Buffer.of(0xff, 0xc0, 0x80), Buffer.from(good)]),
  'a trailing comma': good.replace(/}$/, ',}'),
  'a number without end': good.replace('"Ada"', '1e999'),
};

/** Bodies of enquiries, apart from the values of their fields. Tests of json-body.ts have more bodies and headers. */
export const enquiryBodySuite = (client: EnquiryClient, readRow: ReadEnquiryRow) =>
  describe('the body of an enquiry', () => {
    it.each(Object.entries(notEnquiries))('D10 rejects %s', async (_, body) => {
      await client.expectRefused(body);
    });

    it('D09 rejects duplicate members, in either order', async () => {
      await client.expectRefused(good.replace('{', '{"firstname":1,'));
      await client.expectRefused(good.replace(/}$/, ',"firstname":1}'));
      await client.expectRefused(good.replace('{', '{"firstname":"Eve",'));
    });

    it('D11 rejects deep nesting and very many members quickly', async () => {
      const members = Array.from({ length: 9_000 }, (_, index) => `"k${index}":0`).join();
      const bodies = [
        '['.repeat(50_000),
        '{"a":'.repeat(20_000),
        good.replace('{', `{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)},`),
        `{${members}}`,
        `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":0`).join()}}`,
      ];
      for (const body of bodies) await expectWithin(1_000, () => client.expectRefused(body));
    });

    it('D12 accepts at most 128 KiB, counted in bytes', async () => {
      await client.submitText(paddedTo(maxBytes));
      await client.expectRefused(paddedTo(maxBytes + 1));
      await client.expectRefused(paddedTo(1024 * 1024));
      await client.expectRefused(
        JSON.stringify({ ...goodEnquiry, enquiryDetails: 'é'.repeat(maxBytes / 2) }),
      );
    });

    it('D12 D22 stores the largest enquiry unchanged', async () => {
      const rest = Buffer.byteLength(good);
      await storedAsSent(client, readRow)({ enquiryDetails: '€'.repeat((maxBytes - rest) / 3) });
    });

    it('D13 accepts JSON in UTF-8, and rejects other content types', async () => {
      await client.submitText(good, { 'content-type': 'Application/JSON;charset="UTF-8"' });
      for (const type of ['text/plain', 'application/json; charset=utf-16', 'application/problem+json'])
        await client.expectRefused(good, { 'content-type': type });
    });

    it('D14 rejects a compressed body without decompressing it', async () => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      await client.expectRefused(gzipSync(good), headers);
      await client.expectRefused(gzipSync(Buffer.alloc(10 * 1024 * 1024)), headers);
    });
  });
