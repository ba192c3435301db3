import { describe, expect, it } from 'vitest';
import { eventPattern, matchesPattern } from '../../../../infra/local/events/event-pattern.ts';

const eventOf = (key: unknown) => ({ source: 'aws.s3', detail: { object: { key, size: 5 } } });
const matchesKey = (condition: unknown, key: unknown): boolean =>
  matchesPattern(eventPattern.parse({ detail: { object: { key: [condition] } } }), eventOf(key));

describe('an event pattern', () => {
  it.each([
    ['locations/a.ndjson', 'locations/a.ndjson', true],
    ['locations/a.ndjson', 'locations/A.ndjson', false],
    [{ prefix: 'locations/' }, 'locations/a.ndjson', true],
    [{ prefix: 'locations/' }, 'old/locations/a.ndjson', false],
    [{ suffix: '.gz' }, 'locations/a.gz', true],
    [{ suffix: ['.gz', '.ndjson'] }, 'locations/a.ndjson', true],
    [{ suffix: '.gz' }, 'locations/a.gz.report.json', false],
    [{ 'anything-but': 'a' }, 'b', true],
    [{ 'anything-but': ['a', 'b'] }, 'b', false],
    [{ 'anything-but': { prefix: 'reports/' } }, 'reports/a', false],
    [{ 'anything-but': { suffix: '.report.json' } }, 'locations/a.ndjson', true],
    [{ 'anything-but': { suffix: '.report.json' } }, 'locations/a.ndjson.report.json', false],
    [false, false, true],
    [false, true, false],
    [true, 'true', false],
    [{ 'anything-but': ['true'] }, true, true],
    [{ prefix: 't' }, true, false],
    [{ 'anything-but': { suffix: ['.tmp', '.report.json'] } }, 'a.report.json', false],
  ])('with %j of the key, of %j: %j', (condition, key, expected) => {
    expect(matchesKey(condition, key)).toBe(expected);
  });

  it('matches where one of the conditions of each field holds', () => {
    const pattern = eventPattern.parse({
      source: ['aws.s3', 'aws.sqs'],
      detail: { object: { key: [{ prefix: 'a' }, { suffix: 'z' }] } },
    });
    expect(['abc', 'xyz', 'xyy'].map((key) => matchesPattern(pattern, eventOf(key)))).toEqual([
      true,
      true,
      false,
    ]);
    expect(matchesPattern(pattern, { ...eventOf('abc'), source: 'aws.ec2' })).toBe(false);
  });

  it('matches no event that lacks the field, even where anything but a text will do', () => {
    expect(matchesKey({ 'anything-but': 'a' }, undefined)).toBe(false);
    expect(matchesPattern(eventPattern.parse({ account: { id: ['1'] } }), eventOf('a'))).toBe(false);
    expect(matchesPattern(eventPattern.parse({ source: ['aws.s3'] }), 'text')).toBe(false);
  });

  it.each([
    ['a range of numbers', { detail: { size: [{ numeric: ['>', 5] }] } }],
    ['a network', { source: [{ cidr: '10.0.0.0/8' }] }],
    ['case left aside', { source: [{ 'equals-ignore-case': 'AWS.S3' }] }],
    ['two operators in one', { source: [{ prefix: 'a', suffix: 'b' }] }],
    ['alternatives of fields', { $or: [{ source: ['a'] }] }],
    ['no condition', { source: [] }],
    ['a condition without its list', { source: 'aws.s3' }],
  ])('with %s is refused', (_, pattern) => {
    expect(eventPattern.safeParse(pattern).success).toBe(false);
  });
});
