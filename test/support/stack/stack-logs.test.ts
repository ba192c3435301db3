import { describe, expect, it } from 'vitest';
import { secretsIn } from './stack-logs.ts';

const secret = 'winifred "the first"@private.example';

describe('the search for secrets', () => {
  it.each([
    ['as it is', `{"who":${secret}}`],
    ['in a string of JSON', JSON.stringify({ who: `to ${secret}, by` })],
    ['in a URL', `/nowhere?who=${encodeURIComponent(secret)}`],
    ['at the beginning of a text in base64', Buffer.from(`${secret} and so on`).toString('base64')],
    ['one character further', Buffer.from(`{${secret} and so on`).toString('base64')],
    ['two characters further', Buffer.from(`{"${secret} and so on`).toString('base64')],
    ['three characters further', Buffer.from(`{"x${secret} and so on`).toString('base64')],
  ])('finds one %s', (_form, text) => {
    expect(secretsIn(text, ['nothing-of-this', secret])).toEqual([secret]);
  });

  it('finds none where there is none', () => {
    expect(secretsIn(JSON.stringify({ who: 'winifred', first: 'private.example' }), [secret])).toEqual([]);
  });
});
