import { expect, it } from 'vitest';
import { parseQueryString } from '../../../../infra/local/gateway/query-string.ts';

it('names and values are decoded, a plus is a space, the last value is the single one', () => {
  const { single, multi } = parseQueryString('location%5Bname%5D=a+b&x=1&x=%2B&empty=&bare');
  expect(multi).toEqual({ 'location[name]': ['a b'], x: ['1', '+'], empty: [''], bare: [''] });
  expect(single).toEqual({ 'location[name]': 'a b', x: '+', empty: '', bare: '' });
});

it.each(['', '&', '&&&'])('the query %j has no parameters: both views are null', (rawQuery) => {
  expect(parseQueryString(rawQuery)).toEqual({ single: null, multi: null });
});

it('names of the object prototype are names like any other (B21)', () => {
  const { multi } = parseQueryString('__proto__=1&constructor[prototype][x]=1&toString=2');
  expect(Object.keys(multi ?? {})).toEqual(['__proto__', 'constructor[prototype][x]', 'toString']);
  expect(JSON.stringify(multi)).toContain('"__proto__":["1"]');
  expect(Reflect.get({}, 'x')).toBeUndefined();
});

it.each(['a=%', 'a=%zz', 'b=1&a=%c3%28&c=%', 'a=%ed%a0%80', '%61=%ff'])(
  'a query that does not decode has no parameters, and a fault that names the parameter: %s',
  (rawQuery) => {
    const fault = 'a: is not valid percent-encoded UTF-8';
    expect(parseQueryString(rawQuery)).toEqual({ single: null, multi: null, fault });
  },
);

it.each(['%ff=1', '%', `${'x'.repeat(121)}=%zz`, '=%zz', 'a%0ab=%zz', '%E2%80%AEa=%ff', '<b>=%'])(
  'names no parameter of the query %.9s',
  (rawQuery) => {
    const fault = 'The query string is not valid percent-encoded UTF-8.';
    expect(parseQueryString(rawQuery)).toEqual({ single: null, multi: null, fault });
  },
);
