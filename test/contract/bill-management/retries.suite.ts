import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type EnquiryClient, goodEnquiry } from '../../support/enquiry-client.ts';

const good = JSON.stringify(goodEnquiry);

export const retriesSuite = (client: EnquiryClient) =>
  describe('retried enquiries', () => {
    it('D15 returns the same reference number for the same key and body, in sequence and concurrently', async () => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const first = await client.submit({}, headers);
      expect(await client.submit({}, headers)).toBe(first);

      const together = { 'Idempotency-Key': randomUUID() };
      const numbers = await Promise.all(Array.from({ length: 8 }, () => client.submit({}, together)));
      expect(new Set(numbers).size).toBe(1);
    });

    it('D15 treats a body that differs only in ignored members as the same', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const first = await client.submit({}, headers);
      expect(await client.submit({ ignored: 1 }, headers)).toBe(first);
    });

    it('D15 treats a null payment date as absent', async () => {
      const { paymentDate: _, ...without } = goodEnquiry;
      const headers = { 'content-type': 'application/json', 'Idempotency-Key': randomUUID() };
      const first = await client.submitText(JSON.stringify(without), headers);
      const withNull = JSON.stringify({ ...without, paymentDate: null });
      expect(await client.submitText(withNull, headers)).toBe(first);
    });

    it('D15 rejects a key that is used with another body, and names the header', async () => {
      const headers = { 'content-type': 'application/json', 'Idempotency-Key': randomUUID() };
      await client.submitText(good, headers);
      const response = await client.post(good.replace('Ada', 'Eve'), headers);
      expect(client.violationsOf(response)).toEqual(new Set(['idempotency-key']));
    });

    it('rejects a key header that is sent twice with different values', async () => {
      const headers = { 'content-type': 'application/json' };
      const [one, other] = [randomUUID(), randomUUID()];
      const refused = await client.post(good, { ...headers, 'Idempotency-Key': [one, other] });
      expect(client.violationsOf(refused)).toEqual(new Set(['idempotency-key']));
      expect(refused.body).toContain('Idempotency-Key: must not be sent twice with different values');
      const long = await client.post(good, { ...headers, 'Idempotency-Key': ['x'.repeat(300), other] });
      expect(long.body).toContain('must not be sent twice with different values');
      expect(long.body).toContain('must be at most 255 characters long');
      const same = await client.post(good, { ...headers, 'Idempotency-Key': [one, one] });
      expect(same.status).toBe(200);
      expect(await client.submitText(good, { ...headers, 'Idempotency-Key': one })).toBe(
        JSON.parse(same.body).referenceNumber,
      );
    });

    it('D15 accepts a key of 255 characters, and ignores an empty key', async () => {
      const tail = randomUUID();
      const headersWith = (key: string) => ({ 'content-type': 'application/json', 'Idempotency-Key': key });
      await client.submitText(good, headersWith(tail.padStart(255, 'k')));
      const tooLong = await client.post(good, headersWith(tail.padStart(256, 'k')));
      expect(client.violationsOf(tooLong)).toEqual(new Set(['idempotency-key']));
      const first = await client.submitText(good, headersWith(''));
      expect(await client.submitText(good, headersWith(''))).not.toBe(first);
    });

    it('D17 D18 gives concurrent enquiries different, unpredictable reference numbers', async () => {
      const numbers: string[] = [];
      // Not all at once, because a busy machine could not store them within the deadline.
      for (let round = 0; round < 5; round += 1)
        numbers.push(...(await Promise.all(Array.from({ length: 20 }, () => client.submit()))));
      expect(new Set(numbers).size).toBe(100);
      const drawn = numbers.map((number) => number.replaceAll('-', '').slice(0, 12));
      for (let place = 0; place < 12; place += 1) {
        const characters = new Set(drawn.map((number) => number[place]));
        // The probability that 100 random characters cover at most half of a 32-character alphabet is about 1 in 10^20.
        expect(characters.size, `place ${place}`).toBeGreaterThan(16);
      }
    });
  });
