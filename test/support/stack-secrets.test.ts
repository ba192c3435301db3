import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyToken } from '../../shared/domain/access/key-token.ts';
import { leaksInLogs } from './stack-secrets.ts';

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

  it('is not the id of a key', async () => {
    expect(await leaksOf(`{"keyId":"${keyId}"}`)).toEqual([]);
  });
});
