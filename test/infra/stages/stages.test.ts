import { describe, expect, it } from 'vitest';
import { parseStages, WrongStage } from '../../../infra/stages/parse-stages.ts';
import { stageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages, stagesOf } from '../../../infra/stages/stages.ts';

const names = (context: unknown) => stagesOf(context).map(({ name }) => name);

describe('the stages of a synthesis', () => {
  it('are those that run on AWS when none is named', () => {
    expect(names(undefined)).toEqual(['dev', 'prod']);
  });

  it('are the one that is named', () => {
    expect(names('local')).toEqual(['local']);
    expect(names('prod')).toEqual(['prod']);
  });

  it('are refused when there is no stage of that name', () => {
    expect(() => names('production')).toThrow(/dev.*prod.*local/);
  });
});

describe('settings that cannot be', () => {
  const wrong = (changes: object) => () => parseStages({ ...stages, prod: { ...stages.prod, ...changes } });

  it.each([
    ['tracing', { tracing: 'yes' }, /expected boolean.*\n.*prod\.tracing/],
    ['logRetentionDays', { logRetentionDays: 91 }, /7\|30\|90\n.*prod\.logRetentionDays/],
    ['alarmEmails', { alarmEmails: ['duty'] }, /email.*\n.*prod\.alarmEmails\[0\]/],
    ['domain', { domain: { name: 'API.example' } }, /host name in lower case.*prod\.domain\.name/s],
    ['a name nobody knows', { memory: 5 }, /"memory"/],
  ])('are refused with their name and what can be: %s', (_, changes, message) => {
    expect(wrong(changes)).toThrow(WrongStage);
    expect(wrong(changes)).toThrow(message);
  });

  it('are refused where the domain does not lie in its zone', () => {
    const certificateArn = `arn:aws:acm:ap-southeast-2:111122223333:certificate/${'0'.repeat(36)}`;
    const hostedZone = { id: 'Z0123456789', name: 'post.example' };
    expect(wrong({ domain: { name: 'api.other.example', certificateArn, hostedZone } })).toThrow(
      /hosted zone/,
    );
    expect(wrong({ domain: { name: 'api.post.example', certificateArn, hostedZone } })).not.toThrow();
  });
});

describe('settings of the portal that cannot be', () => {
  const wrong = (portal: object) => () => parseStages({ ...stages, prod: { ...stages.prod, portal } });
  const certificateIn = (region: string) =>
    `arn:aws:acm:${region}:111122223333:certificate/${'0'.repeat(36)}`;
  const domain = { name: 'developers.post.example', certificateArn: certificateIn('us-east-1') };
  const tiles = { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: 'Somebody' };

  it.each([
    [
      'a certificate where CloudFront does not look',
      { domain: { ...domain, certificateArn: certificateIn('ap-southeast-2') } },
      /ACM's certificate in us-east-1.*prod\.portal\.domain\.certificateArn/s,
    ],
    [
      'a domain outside its zone',
      { domain: { ...domain, hostedZone: { id: 'Z0123456789', name: 'other.example' } } },
      /hosted zone.*prod\.portal\.domain\.hostedZone\.name/s,
    ],
    ['tiles without TLS', { tiles: { ...tiles, url: 'http://t.example/{z}/{x}/{y}' } }, /https:\/\/host/],
    [
      'tiles without places',
      { tiles: { ...tiles, url: 'https://t.example/map.png' } },
      /\{z\}, \{x\} and \{y\}/,
    ],
    ['a host with places', { tiles: { ...tiles, url: 'https://{s}.example/{z}/{x}/{y}' } }, /without any/],
    [
      'an address that would end the policy',
      { tiles: { ...tiles, url: 'https://t.example; script-src *;/{z}' } },
      /https:\/\/host/,
    ],
    ['tiles of nobody', { tiles: { ...tiles, attribution: '' } }, /prod\.portal\.tiles\.attribution/],
    ['a name nobody knows', { theme: 'dark' }, /"theme".*prod\.portal/s],
  ])('are refused with their name and what can be: %s', (_, portal, message) => {
    expect(wrong(portal)).toThrow(WrongStage);
    expect(wrong(portal)).toThrow(message);
  });

  it('are no others', () => {
    expect(wrong({ domain, tiles })).not.toThrow();
    expect(wrong({})).not.toThrow();
  });
});

describe('the settings', () => {
  it('let a revoked key live for a minute on AWS and for a second on one machine (A13)', () => {
    expect(stages.prod.authoriserCacheSeconds).toBe(60);
    expect(stages.local.authoriserCacheSeconds).toBe(1);
  });

  it('keep the stores of production alone when the stack goes', () => {
    expect(Object.values(stages).filter(({ storesOutliveStack }) => storesOutliveStack)).toEqual([
      stages.prod,
    ]);
  });

  it('publish every hour in production, and every six in development', () => {
    expect(stages.prod.publishEveryMinutes).toBe(60);
    expect(stages.dev.publishEveryMinutes).toBe(360);
  });

  it('keep what was superseded for a week in production', () => {
    expect(stages.prod.supersededVersionDays).toBe(7);
  });

  it('keep an enquiry for a year in production, and for a month elsewhere', () => {
    const daysOf = Object.fromEntries(
      Object.entries(stages).map(([name, s]) => [name, s.enquiryRetentionDays]),
    );
    expect(daysOf).toEqual({ dev: 30, prod: 365, local: 30 });
  });

  it.each([0, 3651, 0.5])('cannot keep an enquiry for %d days', (enquiryRetentionDays) => {
    const { error } = stageSettings.safeParse({ ...stages.prod, enquiryRetentionDays });
    expect(error?.issues).toMatchObject([{ path: ['enquiryRetentionDays'] }]);
  });
});

describe('what a change waits for before clients see it', () => {
  const withTimes = (changeWindowSeconds: number, catalogueCheckSeconds: number) =>
    stageSettings.safeParse({ ...stages.prod, changeWindowSeconds, catalogueCheckSeconds });

  it('may come to a minute, with a publication of fifteen seconds and the grace of a check in it', () => {
    expect(withTimes(10, 30).success).toBe(true);
    const { error } = withTimes(10, 31);
    expect(error?.issues).toMatchObject([
      { path: ['changeWindowSeconds'], message: expect.stringMatching(/15 seconds for a publication.* 60/) },
    ]);
  });

  it('has no more grace than the seconds between two checks', () => {
    expect(withTimes(41, 2).success).toBe(true);
    expect(withTimes(42, 2).success).toBe(false);
  });

  it('comes to a few seconds on one machine', () => {
    expect(stages.local.changeWindowSeconds + stages.local.catalogueCheckSeconds).toBe(1);
  });
});

describe('how often is published', () => {
  it.each([0, 4, 7, 365])(
    'is refused at %i minutes, which no alarm or no waiting run could follow',
    (minutes) => {
      const { error } = stageSettings.safeParse({ ...stages.prod, publishEveryMinutes: minutes });
      expect(error?.issues[0]?.path).toEqual(['publishEveryMinutes']);
    },
  );
});
