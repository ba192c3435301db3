import { describe, expect, it } from 'vitest';
import { documentClient } from '../../../shared/data-access/dynamodb-client.ts';
import { s3Client } from '../../../shared/data-access/s3-client.ts';
import { withoutSdkLog } from '../../../shared/data-access/without-sdk-log.ts';

const place = { region: 'ap-southeast-2', credentials: { accessKeyId: 'KEY', secretAccessKey: 'secret' } };

describe('a client of the SDK', () => {
  it.each([
    ['DynamoDB', documentClient],
    ['S3', s3Client],
  ])('redacts nothing for a log that nobody writes: %s', (_name, create) => {
    const client = create(place);
    expect(client.middlewareStack.identify().join('\n')).not.toContain('loggerMiddleware');
    expect(() => withoutSdkLog(client)).toThrow('loggerMiddleware');
    client.destroy();
  });
});
