import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { enquiriesUnderTest, evil } from '../../../support/enquiries-under-test.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';
import { referenceOf, storedEnquiry } from '../../../support/tables/stored-enquiry.ts';

const { stack, store, enquiries, succeed } = enquiriesUnderTest();

describe('waypost enquiries show', () => {
  it('shows all that its sender wrote, by the number as it was read aloud', async () => {
    await store(storedEnquiry(1, { enquiryDetails: `First line\r\nsecond ${evil}<script>` }));
    const spoken = ` ${referenceOf(1).toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`;
    const text = await succeed('show', spoken);
    expect(text).toContain(`reference         ${referenceOf(1)}\n`);
    for (const part of [
      'Secretfirst1',
      'Secretlast1',
      'secret1@example.org',
      'secretbill1',
      'to be deleted on',
    ])
      expect(text).toContain(part);
    expect(text).toContain('details           First line\n                  second \\u001b[2J');
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(await succeed('show', referenceOf(1), '--json'))).toMatchObject({
      referenceNumber: referenceOf(1),
      enquiryDetails: `First line\r\nsecond ${evil}<script>`,
      paymentDate: null,
      deleteAfter: '2100-01-01T00:00:00.000Z',
    });
  });

  it('tells a wrong number by its check character, before any stack is looked for', async () => {
    const wrong = referenceOf(1).replace(/.$/, (last) => (last === '7' ? '8' : '7'));
    for (const [number, message] of [
      [wrong, 'Its check character does not match'],
      ['7K3M', 'Expected a reference number'],
    ] as const) {
      const args = ['enquiries', 'show', number, '--data-dir', path.join(stack().dataDirectory, 'nowhere')];
      const { status, stderr } = await runWaypost(args);
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
    }
  });

  it('says that there is none', async () => {
    const { status, stderr } = await enquiries('show', referenceOf(9));
    expect(status).toBe(1);
    expect(stderr).toBe(
      `waypost: no enquiry has the reference number ${referenceOf(9)}. The number belongs to another stack, or the enquiry has expired and was deleted\n`,
    );
  });
});
