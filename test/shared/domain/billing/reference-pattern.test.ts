import { expect, it } from 'vitest';
import { patternFault, patternMatcher } from '../../../../shared/domain/billing/reference-pattern.ts';

it.each([
  ['^[0-9]{10}$', '1234567890', '12345678901'],
  ['[0-9]{10}', '1234567890', 'a1234567890'],
  ['^(?:[A-Z]{2}|\\d{3})-?\\d{4,6}$', 'AB-1234', 'AB_1234'],
  ['(a|b)+', 'abab', 'abc'],
  ['.', '😀', 'ab'],
  ['', '', '1'],
])('matches %s against the whole reference', (pattern, right, wrong) => {
  expect(patternFault(pattern)).toBeUndefined();
  expect(patternMatcher(pattern)(right)).toBe(true);
  expect(patternMatcher(pattern)(wrong)).toBe(false);
});

it.each(['(a|a)*b', 'a*a*a*b', '(a+)+b', '(a|b)*a(a|b){100}c'])('matches %s in linear time', (pattern) => {
  const matches = patternMatcher(pattern);
  matches('b');
  const longest = 'a'.repeat(120);
  // The best of three is used, because the machine may be busy.
  const milliseconds = [1, 2, 3].map(() => {
    const start = performance.now();
    expect(matches(longest)).toBe(false);
    return performance.now() - start;
  });
  expect(Math.min(...milliseconds)).toBeLessThan(10);
});

it.each([
  ['(\\d)\\1', 'invalid escape sequence: `\\1`'],
  ['(?=1)\\d+', 'invalid or unsupported Perl syntax: `(?=`'],
  ['(?<!1)\\d+', 'invalid named capture: `(?<!1)\\d+`'],
  ['[0-9]{1001}', 'invalid repeat count: `{1001}`'],
  ['[0-9]{0,999}'.repeat(330), 'more than 200 characters'],
  ['\\d{0,1000}'.repeat(390), 'more than 200 characters'],
  // 198 characters that compile to 43,958 instructions.
  ['\\d{0,999}'.repeat(22), 'more than 2000 instructions'],
])('does not evaluate %.40s', (pattern, fault) => {
  expect(patternFault(pattern)).toBe(fault);
});

it('counts characters, not UTF-16 units, and includes both limits', () => {
  expect(patternFault('😀'.repeat(200))).toBeUndefined();
  expect(patternFault('1'.repeat(201))).toBe('more than 200 characters');
  // 2,000 instructions, and one more.
  expect(patternFault('\\d{1000}\\d{998}')).toBeUndefined();
  expect(patternFault('\\d{1000}\\d{999}')).toBe('more than 2000 instructions');
});
