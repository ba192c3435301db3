import { describe, expect, it } from 'vitest';
import { parseStages, stages, stagesOf, WrongStage } from '../../../infra/stages/stages.ts';

describe('the stages of a synthesis', () => {
  it.each([
    [undefined, ['dev', 'prod']],
    ['local', ['local']],
    ['prod', ['prod']],
  ])('follow from the context: %s', (context, names) => {
    expect(stagesOf(context).map(({ name }) => name)).toEqual(names);
  });

  it.each(['production', ''])('reject an unknown stage: "%s"', (context) => {
    expect(() => stagesOf(context)).toThrow(WrongStage);
    expect(() => stagesOf(context)).toThrow(/dev.*prod.*local/);
  });
});

const certificateIn = (region: string) => `arn:aws:acm:${region}:111122223333:certificate/${'0'.repeat(36)}`;
const hostedZone = { id: 'Z0123456789', name: 'post.example' };
const apiDomain = { name: 'api.post.example', certificateArn: certificateIn('ap-southeast-2') };
const portalDomain = { name: 'developers.post.example', certificateArn: certificateIn('us-east-1') };
const tiles = {
  kind: 'raster',
  url: 'https://tiles.example/{z}/{x}/{y}.png',
  attribution: 'Somebody',
  maxZoom: 19,
};
const tilesAt = (url: string) => ({ portal: { basemap: { ...tiles, url } } });
const visibleAfter = (changeWindowSeconds: number, catalogueCheckSeconds: number) => ({
  changeWindowSeconds,
  catalogueCheckSeconds,
});

describe('the settings of a stage', () => {
  const withSettings = (changes: object) => () =>
    parseStages({ ...stages, prod: { ...stages.prod, ...changes } });
  const otherZone = { ...hostedZone, name: 'other.example' };
  const regionalCertificate = { ...portalDomain, certificateArn: certificateIn('ap-southeast-2') };

  const archive = { kind: 'pmtiles', path: 'https://t.example/a.pmtiles', attribution: 'Somebody' };
  const cases: Record<string, [changes: object, message: RegExp]> = {
    'tracing that is not a boolean': [{ tracing: 'yes' }, /expected boolean.*\n.*prod\.tracing/],
    'an unsupported log retention': [{ logRetentionDays: 91 }, /7\|30\|90\n.*prod\.logRetentionDays/],
    'an invalid email address': [
      { alarmEmails: { page: ['duty'], ticket: [] } },
      /email.*\n.*prod\.alarmEmails\.page\[0\]/,
    ],
    'an expected rate of 0': [{ expectedRequestsPerSecond: 0 }, /prod\.expectedRequestsPerSecond/],
    'a domain in capitals': [{ domain: { name: 'API.x' } }, /host name in lower case.*prod\.domain\.name/s],
    'a domain outside its zone': [
      { domain: { ...apiDomain, hostedZone: otherZone } },
      /hosted zone.*prod\.domain\.hostedZone\.name/s,
    ],
    'an unknown setting': [{ memory: 5 }, /"memory"/],
    'an unknown portal setting': [{ portal: { theme: 'dark' } }, /"theme".*prod\.portal/s],
    'outlet pages without a domain': [
      { portal: { outletPages: true } },
      /portal\.domain.*prod\.portal\.outletPages/s,
    ],
    'a portal certificate outside us-east-1': [
      { portal: { domain: regionalCertificate } },
      /ACM certificate in us-east-1.*prod\.portal\.domain\.certificateArn/s,
    ],
    'tiles without TLS': [tilesAt('http://t.example/{z}/{x}/{y}'), /https:\/\/host/],
    'tiles without placeholders': [tilesAt('https://t.example/map.png'), /\{z\}, \{x\} and \{y\}/],
    'tiles with placeholders in the host': [tilesAt('https://{s}.example/{z}/{x}/{y}'), /none in the host/],
    'tiles that inject into the content security policy': [
      tilesAt('https://t.example; script-src *;/{z}'),
      /https:\/\/host/,
    ],
    'tiles without attribution': [
      { portal: { basemap: { ...tiles, attribution: '' } } },
      /basemap\.attribution/,
    ],
    'an archive on another server': [{ portal: { basemap: archive } }, /the path of an archive/],
    'changes that take longer than a minute': [
      visibleAfter(10, 31),
      /15 seconds for a publication.* 60.*\n.*prod/s,
    ],
    'changes that take longer than a minute with the grace period': [
      visibleAfter(42, 2),
      /changeWindowSeconds/,
    ],
  };
  for (const days of [0, 3651, 0.5])
    cases[`enquiries kept for ${days} days`] = [{ enquiryRetentionDays: days }, /prod\.enquiryRetentionDays/];
  // Alarms evaluate periods of 10 minutes, and Lambda keeps a waiting run for 6 hours.
  for (const minutes of [0, 4, 7, 365])
    cases[`publishing every ${minutes} minutes`] = [
      { publishEveryMinutes: minutes },
      /prod\.publishEveryMinutes/,
    ];

  it.each(Object.entries(cases))('reject %s', (_, [changes, message]) => {
    expect(withSettings(changes)).toThrow(WrongStage);
    expect(withSettings(changes)).toThrow(message);
  });

  it.each<[string, object]>([
    ['a domain in its zone', { domain: { ...apiDomain, hostedZone } }],
    ['a domain and map tiles for the portal', { portal: { domain: portalDomain, basemap: tiles } }],
    ['changes that take exactly a minute', visibleAfter(10, 30)],
    ['a grace period as long as the check interval', visibleAfter(41, 2)],
  ])('accept %s', (_, changes) => {
    expect(withSettings(changes)).not.toThrow();
  });

  it('keep the documented promises of each stage', () => {
    expect(stages).toMatchObject({
      dev: { publishEveryMinutes: 360, enquiryRetentionDays: 30 },
      // A revoked key works for at most a minute (A13).
      prod: {
        authoriserCacheSeconds: 60,
        publishEveryMinutes: 60,
        supersededVersionDays: 7,
        enquiryRetentionDays: 365,
      },
      local: { authoriserCacheSeconds: 1, changeWindowSeconds: 0, catalogueCheckSeconds: 1 },
    });
  });
});
