import { describe, expect, it } from 'vitest';
import { eventPattern, matchesPattern } from '../../../../infra/local/events/event-pattern.ts';

const eventOf = (key: unknown) => ({ source: 'aws.s3', detail: { object: { key, size: 5 } } });
const matchesKey = (condition: unknown, key: unknown): boolean =>
  matchesPattern(eventPattern.parse({ detail: { object: { key: [condition] } } }), eventOf(key));

describe('an event pattern', () => {
  it.each([
    ['locations/a.ndjson', 'locations/a.ndjson', true],
    ['locations/a.ndjson', 'locations/A.ndjson', false],
    [{ 'anything-but': { suffix: '.report.json' } }, 'locations/a.ndjson', true],
    [{ 'anything-but': { suffix: '.report.json' } }, 'locations/a.ndjson.report.json', false],
    [{ 'anything-but': { suffix: ['.tmp', '.report.json'] } }, 'a.report.json', false],
  ])('with %j of the key, of %j: %j', (condition, key, expected) => {
    expect(matchesKey(condition, key)).toBe(expected);
  });

  it('matches where one of the conditions of each field holds', () => {
    const pattern = eventPattern.parse({
      source: ['aws.s3', 'aws.sqs'],
      detail: { object: { key: ['abc', { 'anything-but': { suffix: 'c' } }] } },
    });
    const results = ['abc', 'xyz', 'xyc'].map((key) => matchesPattern(pattern, eventOf(key)));
    expect(results).toEqual([true, true, false]);
    expect(matchesPattern(pattern, { ...eventOf('abc'), source: 'aws.ec2' })).toBe(false);
  });

  it('matches no event that lacks the field, even where anything but a text will do', () => {
    expect(matchesKey({ 'anything-but': { suffix: 'a' } }, undefined)).toBe(false);
    expect(matchesPattern(eventPattern.parse({ account: { id: ['1'] } }), eventOf('a'))).toBe(false);
    expect(matchesPattern(eventPattern.parse({ source: ['aws.s3'] }), 'text')).toBe(false);
  });

  it.each([
    ['a range of numbers', { detail: { size: [{ numeric: ['>', 5] }] } }],
    ['a network', { source: [{ cidr: '10.0.0.0/8' }] }],
    ['case left aside', { source: [{ 'equals-ignore-case': 'AWS.S3' }] }],
    ['a prefix', { source: [{ prefix: 'a' }] }],
    ['a boolean', { source: [true] }],
    ['alternatives of fields', { $or: [{ source: ['a'] }] }],
    ['no condition', { source: [] }],
    ['a condition without its list', { source: 'aws.s3' }],
  ])('with %s is refused', (_, pattern) => {
    expect(eventPattern.safeParse(pattern).success).toBe(false);
  });
});
