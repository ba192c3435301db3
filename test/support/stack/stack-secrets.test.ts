import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createKeyToken } from '../../../shared/domain/access/key-token.ts';
import { startEmbeddedTables } from '../tables/embedded-tables.ts';
import { storedEnquiry, storeRows } from '../tables/stored-enquiry.ts';
import { leaksInLogs, leaksOfStack, storedPersonalTexts } from './stack-secrets.ts';

const { token, keyId } = createKeyToken('test', randomBytes);

describe('what logs must not hold (A25)', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'waypost-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const leaksOf = async (line: string) => {
    await writeFile(join(directory, 'functions.log'), `{"level":"INFO"}\n${line}\n`);
    return leaksInLogs(directory, ['ada@example.org']);
  };

  it('is found as it is, and within base64', async () => {
    for (const text of [token, Buffer.from(`AUTH-KEY: ${token}`).toString('base64')]) {
      expect(await leaksOf(`{"key":"${text}"}`)).toEqual(['functions.log has "wp_test_"']);
    }
    expect(await leaksOf('{"to":"ada@example.org"}')).toEqual(['functions.log has "ada@example.org"']);
  });

  it('is looked for in vain nowhere: without logs or without texts the search fails', async () => {
    const texts = ['ada@example.org'];
    await expect(leaksOfStack(directory, texts)).rejects.toThrow('functions.log and requests.log');
    await writeFile(join(directory, 'functions.log'), '{"level":"INFO"}\n');
    await writeFile(join(directory, 'requests.log'), '\n');
    await expect(leaksOfStack(directory, texts)).rejects.toThrow('in requests.log');
    await writeFile(join(directory, 'requests.log'), '{"to":"ada@example.org"}\n');
    expect(await leaksOfStack(directory, texts)).toEqual(['requests.log has "ada@example.org"']);
    await expect(leaksOfStack(directory, [])).rejects.toThrow('no enquiry');
  });

  it('is read from the enquiries that a stack has taken', async () => {
    const { client, engine, tables, close } = await startEmbeddedTables();
    onTestFinished(close);
    const table = { client, tableName: tables.enquiries };
    await storeRows(table, [
      storedEnquiry(1, { closingNote: 'Secret note', firstname: 'Ada' }),
      storedEnquiry(2, { billId: null, enquiryDetails: 'x'.repeat(100) }),
    ]);
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const stack = { dynamoDbEndpoint: engine.endpoint, region: 'ap-southeast-2', credentials, tables };
    expect((await storedPersonalTexts(stack)).toSorted()).toEqual(
      [
        'Secret details 1',
        'Secret note',
        'Secretfirst2',
        'Secretlast1',
        'Secretlast2',
        'secret1@example.org',
        'secret2@example.org',
        'secretbill1',
        'x'.repeat(60),
      ].toSorted(),
    );
  });

  it('is not the id of a key', async () => {
    expect(await leaksOf(`{"keyId":"${keyId}"}`)).toEqual([]);
  });
});
