import { expect, it } from 'vitest';
import { handler } from '../../../functions/platform/watch-key-trail.ts';
import { captureLog } from '../../support/captured-log.ts';

const entry = (action: string) => ({ keyId: { S: 'k' }, event: { S: '2026' }, action: { S: action } });

it('logs the old and new content of a replaced audit trail entry, and the old content of a removed entry', async () => {
  const log = captureLog();
  await handler({
    Records: [
      { eventName: 'MODIFY', dynamodb: { OldImage: entry('ISSUED'), NewImage: entry('REVOKED') } },
      { eventName: 'REMOVE', dynamodb: { OldImage: entry('ROTATED') } },
    ],
  });
  const lines = log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { level: 'ERROR', change: 'MODIFY', before: entry('ISSUED'), after: entry('REVOKED') },
    { level: 'ERROR', change: 'REMOVE', before: entry('ROTATED') },
  ]);
});
