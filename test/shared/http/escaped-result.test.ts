import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiResponse, jsonText, toProxyResult } from '../../../shared/http/api-response.ts';
import { inJsonString } from '../../../shared/wire/json-in-string.ts';

const escaped = (json: string) => jsonText({ inString: inJsonString(json), text: () => json });

it('a body that is escaped already is written as any other, whatever it says', async () => {
  await fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
      const plain = toProxyResult(jsonText(json));
      const result = toProxyResult(escaped(json));
      expect(JSON.stringify(result)).toBe(JSON.stringify(plain));
      expect(result.body).toBe(json);
      expect(result.statusCode).toBe(plain.statusCode);
      expect(result.headers).toEqual(plain.headers);
    }),
  );
});

it('headers that come later are written too', () => {
  const result = toProxyResult(escaped('{"a":"\\""}'));
  result.headers = { etag: '"1"' };
  expect(JSON.parse(JSON.stringify(result))).toEqual({
    statusCode: 200,
    headers: { etag: '"1"' },
    body: '{"a":"\\""}',
  });
});

it('is not made but for those who ask', () => {
  const never = () => {
    throw new Error('nobody asked');
  };
  const result = toProxyResult(new ApiResponse(200, {}, { inString: '{}', text: never }));
  expect(JSON.parse(JSON.stringify(result)).body).toBe('{}');
  expect(() => result.body).toThrow('nobody asked');
});
