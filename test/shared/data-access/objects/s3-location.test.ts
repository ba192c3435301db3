import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  s3LocationFromEnvironment,
  urlOfBucket,
} from '../../../../shared/data-access/objects/object-reader.ts';

const variables = {
  AWS_REGION: 'ap-southeast-2',
  AWS_ACCESS_KEY_ID: 'KEY',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: undefined,
  AWS_ENDPOINT_URL: undefined,
  AWS_ENDPOINT_URL_S3: undefined,
};
const set = (some: Readonly<Record<string, string | undefined>>): void => {
  for (const [name, value] of Object.entries(some)) vi.stubEnv(name, value);
};
beforeEach(() => set(variables));
afterEach(() => vi.unstubAllEnvs());

const url = () => urlOfBucket(s3LocationFromEnvironment('files')).href;

describe("the bucket location in a function's environment", () => {
  it.each([
    [{}, 'https://files.s3.ap-southeast-2.amazonaws.com/'],
    [{ AWS_REGION: 'cn-north-1' }, 'https://files.s3.cn-north-1.amazonaws.com.cn/'],
    [{ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000' }, 'http://127.0.0.1:9000/files'],
    [{ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000/' }, 'http://127.0.0.1:9000/files'],
    [{ AWS_ENDPOINT_URL: 'https://stores.example/s3' }, 'https://stores.example/s3/files'],
  ])('with %o is %s', (some, expected) => {
    set(some);
    expect(url()).toBe(expected);
  });

  it('has the session credentials', () => {
    set({ AWS_SESSION_TOKEN: 'token' });
    expect(s3LocationFromEnvironment('files').credentials).toEqual({
      accessKeyId: 'KEY',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    });
  });

  it.each(['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])(
    'is not available without %s',
    (name) => {
      set({ [name]: undefined });
      expect(() => s3LocationFromEnvironment('files')).toThrow(name);
    },
  );
});
