import { describe, expect, it } from 'vitest';
import {
  type EnquiryClient,
  goodEnquiry,
  type ReadEnquiryRow,
  storedAsSent,
} from '../../support/enquiry-client.ts';
import { expectWithin } from '../expect-within.ts';

const required = ['firstname', 'lastname', 'email', 'enquiryDetails', 'enquiryType', 'biller', 'billId'];
const wrongTypes = [1, true, [], {}, ['a'], { a: 1 }];
const oddTexts = {
  empty: '',
  long: 'x'.repeat(100 * 1024),
  NUL: 'a\0b',
  'right-to-left override': '\u202egnp.exe',
  emoji: '👩🏽‍🚀',
  'a formula': "=cmd|' /C calc'!A0",
  markup: '<script>alert(1)</script>\r\nBcc: a@example.org',
  'log injection': '\r\n{"level":"ERROR"}\u001b[31m\u0024{jndi:ldap://x}',
};

export const enquiryFieldsSuite = (client: EnquiryClient, readRow: ReadEnquiryRow) =>
  describe('the fields of an enquiry', () => {
    it.each(required)('D01 requires %s to be a string', async (field) => {
      await client.expectViolation({ [field]: undefined }, field);
      for (const value of wrongTypes) await client.expectViolation({ [field]: value }, field);
      if (!['biller', 'billId'].includes(field)) await client.expectViolation({ [field]: null }, field);
    });

    it('D01 lists every violation in one response', async () => {
      await client.expectViolation(
        { firstname: 1, email: null, biller: '', billId: undefined },
        'firstname',
        'email',
        'biller',
        'billId',
      );
    });

    it.each([null, 'a', 'a'.repeat(120), 'AGL - [VIC]', ' ', '[]-'])(
      'D02 biller accepts %j',
      async (biller) => {
        await client.submit({ biller });
      },
    );

    it.each(['', 'a'.repeat(121), 'a_b', 'a\\b', 'é', 'AGL\n', '\nAGL', 'a/b', '😀'])(
      'D02 biller rejects %j',
      async (biller) => {
        await client.expectViolation({ biller }, 'biller');
      },
    );

    it.each([null, '1', '1'.repeat(120), '12 3', 'aZ9'])('D03 billId accepts %j', async (billId) => {
      await client.submit({ billId });
    });

    it.each(['', '1'.repeat(121), '12-3', '12[3', '123\n', '１'])('D03 billId rejects %j', async (billId) => {
      await client.expectViolation({ billId }, 'billId');
    });

    it.each(['1/2/2026', '01-02-2026', '99/99/9999', '1/2-2026', 'x111/2/20260y', null, undefined])(
      'D04 paymentDate accepts %j',
      async (paymentDate) => {
        await client.submit({ paymentDate });
      },
    );

    it.each(['1/2/26', '/2/2026', '12/2026', '1x2/2026', '', '2026-02-01', '1.2.2026', '١/٢/٢٠٢٦', 20260201])(
      'D04 paymentDate rejects %j',
      async (paymentDate) => {
        await client.expectViolation({ paymentDate }, 'paymentDate');
      },
    );

    const onlyAllowed = 'may contain only letters, digits';
    it.each<[field: string, value: string, message: string]>([
      ['firstname', '\ud83d', 'must be well-formed Unicode text'],
      ['paymentDate', '1.2.2026', 'must contain a date (d/m/yyyy or d-m-yyyy), such as 31/12/2026'],
      ['biller', '', 'must be 1 to 120 characters long'],
      ['biller', 'a_b', `${onlyAllowed}, spaces, hyphens and square brackets`],
      ['billId', '1'.repeat(121), 'must be 1 to 120 characters long'],
      ['billId', '1-2', `${onlyAllowed} and spaces`],
    ])('D01 D02 D03 D04 says what is wrong with %s %j', async (field, value, message) => {
      const { body } = await client.post(JSON.stringify({ ...goodEnquiry, [field]: value }));
      expect(body).toContain(`${field}: ${message}`);
    });

    it.each(Object.entries(oddTexts))('D05 D19 D20 D21 stores text unchanged: %s', async (_, text) => {
      const expectStored = storedAsSent(client, readRow);
      await expectStored({ firstname: text });
      await expectStored({ enquiryDetails: text, enquiryType: text.slice(0, 40) });
    });

    it.each(['firstname', 'enquiryDetails', 'paymentDate'])(
      'D05 rejects a lone surrogate in %s',
      async (field) => {
        const body = JSON.stringify({ ...goodEnquiry, [field]: '1/2/2026 HALF' });
        for (const half of ['\\ud83d', '\\ude00', '\\ude00\\ud83d']) {
          expect(client.violationsOf(await client.post(body.replace('HALF', half)))).toEqual(
            new Set([field]),
          );
        }
      },
    );

    it('D06 accepts any e-mail address, quickly', async () => {
      await expectWithin(2_000, async () => {
        await client.submit({ email: 'not-an-email' });
        await client.submit({ email: 'a'.repeat(64 * 1024) });
      });
    });

    it('E20 quickly rejects text that is the worst case for the patterns', async () => {
      await expectWithin(2_000, async () => {
        await client.expectViolation({ paymentDate: '1'.repeat(100 * 1024) }, 'paymentDate');
        await client.expectViolation({ paymentDate: '1/1/'.repeat(25 * 1024) }, 'paymentDate');
        await client.expectViolation({ biller: `${'a '.repeat(50 * 1024)}!` }, 'biller');
      });
    });

    it('D07 ignores unknown members, including a reference number', async () => {
      const number = await client.submit({
        referenceNumber: '0000-0000-00000',
        id: 'mine',
        client: 'other',
        extra: { a: [1] },
      });
      expect(number).not.toBe('0000-0000-00000');
    });

    it('D08 does not let members such as __proto__ change a prototype', async () => {
      const poison = '"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},';
      await client.submitText(JSON.stringify(goodEnquiry).replace('{', `{${poison}`));
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    });
  });
