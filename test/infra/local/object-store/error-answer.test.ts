import { expect, it } from 'vitest';
import { errorAnswer, toS3Error } from '../../../../infra/local/object-store/error-answer.ts';

it('A full disk is a failure that passes: 503 (G12)', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG']) {
    const error = toS3Error(Object.assign(new Error('/somewhere/inside'), { code }));
    expect([error.status, error.code]).toEqual([503, 'ServiceUnavailable']);
  }
});

it('What is inside an unexpected error stays inside', () => {
  const answer = errorAnswer(toS3Error(new Error('/somewhere/inside')), 'ABCD', '/bucket/<key>');
  expect(answer.status).toBe(500);
  expect(answer.body).toContain('<Code>InternalError</Code>');
  expect(answer.body).toContain('<Resource>/bucket/&lt;key&gt;</Resource>');
  expect(answer.body).not.toContain('inside');
});
