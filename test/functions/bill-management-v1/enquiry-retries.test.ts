import { expect, it } from 'vitest';
import { retryEnquiries } from '../../support/enquiry-retries.ts';

it('D15 D16 200 enquiries that are sent until answered, through lost answers, are stored once each', async () => {
  const { sent, answersLost, storeFaults, ...outcome } = await retryEnquiries({
    enquiries: 200,
    atOnce: 16,
    seed: 1,
  });

  expect(sent).toBeGreaterThan(220);
  expect(answersLost).toBeGreaterThan(20);
  expect(storeFaults).toBeGreaterThan(20);
  expect(outcome).toEqual({
    enquiries: 200,
    refused: expect.any(Number),
    stored: 200,
    duplicates: [],
    lost: [],
    ambiguous: [],
    unanswered: [],
  });
});
