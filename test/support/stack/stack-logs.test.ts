import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKeyToken } from '../../../shared/domain/access/key-token.ts';
import { perTest, temporaryFolder } from '../per-test.ts';
import { storedEnquiry } from '../tables/stored-enquiry.ts';
import { leaksOfStack, personalTextsIn } from './stack-logs.ts';

const secret = 'winifred "the first"@private.example';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const { token, keyId } = createKeyToken('test', randomBytes);

describe('the search for leaks in the logs of a stack (A25)', () => {
  const folder = perTest(temporaryFolder);

  const leaksOf = async (line: string) => {
    await writeFile(join(folder.path, 'requests.log'), '{"level":"INFO"}\n');
    await writeFile(join(folder.path, 'functions.log'), `{"level":"INFO"}\n${line}\n`);
    return leaksOfStack(folder.path, ['nothing-of-this', secret]);
  };

  it.each([
    `{"who":${secret}}`,
    JSON.stringify({ who: `to ${secret}, by` }),
    `/nowhere?who=${encodeURIComponent(secret)}`,
    ...['', '{', '{"', '{"x'].map((before) => base64(`${before}${secret} and so on`)),
  ])('finds a personal text in %s', async (line) => {
    expect(await leaksOf(line)).toEqual([`functions.log has ${JSON.stringify(secret)}`]);
  });

  it.each([token, base64(`AUTH-KEY: ${token}`)])('finds the key in %s', async (text) => {
    expect(await leaksOf(`{"key":"${text}"}`)).toEqual(['functions.log has "wp_test_"']);
  });

  it('ignores fragments of personal text, and key ids', async () => {
    expect(await leaksOf(JSON.stringify({ who: 'winifred', first: 'private.example', keyId }))).toEqual([]);
  });

  it('throws if there are no logs or no texts', async () => {
    await expect(leaksOfStack(folder.path, [secret])).rejects.toThrow('in functions.log');
    await expect(leaksOfStack(folder.path, [])).rejects.toThrow('no enquiry');
  });

  it('searches for the long texts of all stored enquiries', () => {
    const rows = [
      storedEnquiry(1, { closingNote: 'Secret note', firstname: 'Ada' }),
      storedEnquiry(2, { billId: null, enquiryDetails: 'x'.repeat(100) }),
      { id: 'KEY#1' },
    ];
    const ofFirst = ['Secretlast1', 'secret1@example.org', 'Secret details 1', 'secretbill1', 'Secret note'];
    const ofSecond = ['Secretfirst2', 'Secretlast2', 'secret2@example.org', 'x'.repeat(60)];
    expect(new Set(personalTextsIn(rows))).toEqual(new Set([...ofFirst, ...ofSecond]));
  });
});
