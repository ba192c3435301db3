import { expect, it } from 'vitest';
import { documentClient, s3Client } from '../../../shared/data-access/clients.ts';

const location = { region: 'ap-southeast-2', credentials: { accessKeyId: 'KEY', secretAccessKey: 'secret' } };

it.each([
  ['DynamoDB', documentClient],
  ['S3', s3Client],
])('an SDK client has no logging middleware: %s', (_name, create) => {
  const client = create(location);
  expect(client.middlewareStack.identify().join('\n')).not.toContain('loggerMiddleware');
  client.destroy();
});
