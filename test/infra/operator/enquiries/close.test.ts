import { describe, expect, it } from 'vitest';
import { enquiriesUnderTest } from '../../../support/enquiries-under-test.ts';
import { deployedStage } from '../../../support/stack/deployed-stage.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';
import { referenceOf, storedEnquiry } from '../../../support/tables/stored-enquiry.ts';

const { stack, store, rowOf, enquiries, succeed, listed } = enquiriesUnderTest();

describe('waypost enquiries close', () => {
  it('keeps who closed it, when and with what words; a second time changes nothing', async () => {
    await store(storedEnquiry(1), storedEnquiry(2));
    const before = new Date().toISOString();
    const [one, other] = [referenceOf(1), referenceOf(2)];
    expect(await succeed('close', one, other, one.toLowerCase(), '--note', ' Refunded ')).toBe(
      `${one} closed\n${other} closed\n`,
    );
    const row = await rowOf(1);
    expect(row).toMatchObject({ status: 'CLOSED', closingNote: 'Refunded', closedBy: expect.any(String) });
    expect(row?.closedAt >= before).toBe(true);
    expect(await succeed('close', one, '--note', 'Other')).toBe(
      `${one} was closed at ${row?.closedAt} by ${row?.closedBy}\n`,
    );
    expect(await rowOf(1)).toEqual(row);
    expect(await succeed('show', one)).toMatch(/^closed by .+\nnote +Refunded$/m);
    expect(await listed()).toEqual({ numbers: [], more: 0 });
  });

  it('closes the others where one is not there, and ends with 1', async () => {
    await store(storedEnquiry(1));
    const { status, stdout, stderr } = await enquiries('close', referenceOf(8), referenceOf(1));
    expect({ status, stdout }).toEqual({ status: 1, stdout: `${referenceOf(1)} closed\n` });
    expect(stderr).toContain(`no enquiry has the reference number ${referenceOf(8)}.`);
    expect(await rowOf(8)).toBeUndefined();
    const json = await enquiries('close', referenceOf(8), referenceOf(1), '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      enquiries: [{ referenceNumber: referenceOf(1), status: 'CLOSED', changed: false }],
      missing: [referenceOf(8)],
      error: { code: 'not_found' },
    });
  });

  it('can be taken back', async () => {
    await store(storedEnquiry(1));
    const number = referenceOf(1);
    expect(await succeed('reopen', number)).toBe(`${number} was open\n`);
    await succeed('close', number, '--note', 'Refunded');
    expect(await succeed('reopen', number)).toBe(`${number} open again\n`);
    expect(await rowOf(1)).toEqual(storedEnquiry(1));
    expect(await enquiries('reopen', referenceOf(8))).toMatchObject({ status: 1, stdout: '' });
  });

  it('works on a deployed stage, found by its outputs', async () => {
    await store(storedEnquiry(1));
    const stage = await deployedStage(stack());
    try {
      const args = ['enquiries', 'list', '--stage', 'dev', '--json'];
      const { status, stdout, stderr } = await runWaypost(args, { environment: stage.environment });
      expect(status, stderr).toBe(0);
      expect(JSON.parse(stdout).enquiries).toHaveLength(1);
    } finally {
      stage.close();
    }
  });
});
