import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { nearbyPoint, servicesResponse } from '../../../functions/locations-v2/contract.ts';
import { errorResponses } from '../../../infra/openapi/error-responses.ts';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { readGuide, readGuides } from '../../../infra/portal/pages/guides.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { recoveryDays } from '../../../shared/domain/billing/enquiry.ts';
import { errorCodes, statusOfCode } from '../../../shared/http/errors.ts';
import { sampleServices } from '../../sample-network/service-lines.ts';

const guides = readGuides();

const markdownOf = (guide: string): string => readGuide(guide).body;

const documents = JSON.stringify(openApiDocuments({ origin: '' }));

const comparedFields = [
  ...markdownOf('locations/from-v2-to-v3').matchAll(
    /`((?:attributes|location|geo_location)[\w.[\]]*|[a-z]+_[a-z_]+)`/g,
  ),
].flatMap(([, path]) => path?.split('.').map((part) => part.replace(/[[\]]/g, '')) ?? []);

/** Returns the replacement of each version 2 field, by path, from the table under a heading. */
const movedFields = (heading: string): ReadonlyMap<string, string> => {
  const [, section = ''] = markdownOf('locations/from-v2-to-v3').split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  const rows = [...table.matchAll(/^\| (`[^|]+`)\s*\|([^|]+)\|$/gm)];
  return new Map(
    rows.flatMap(([, fields = '', becomes = '']) =>
      [...fields.matchAll(/`([^`]+)`/g)].map(([, field = '']) => [field, becomes.trim()]),
    ),
  );
};

const { geo_location: geoLocation, ...otherFields } = nearbyPoint.shape;
const pointFields = [
  ...Object.keys(otherFields),
  ...Object.keys(geoLocation.shape).map((name) => `geo_location.${name}`),
];
const service = servicesResponse.shape.services.element;

describe('the guide from version 2 to 3', () => {
  it('covers every field of a place and of a service', () => {
    expect([...movedFields('Fields of a place').keys()].toSorted()).toEqual(pointFields.toSorted());
    expect([...movedFields('Fields of a service').keys()].toSorted()).toEqual(
      Object.keys(service.shape).toSorted(),
    );
  });

  it('describes how service records are mapped', () => {
    const fields = movedFields('Fields of a service');
    expect(fields.get('description')).toContain('`attributes.name`');
    expect(fields.get('name')).toMatch(/^none/);
  });
});

it('capability IDs in guides and documents belong to the sample network', () => {
  const ids = new Set([...guides.map(({ body }) => body), documents].join().match(/\bOC\d+\b/g));
  const offered = sampleServices.map(({ line }) => line.capability_id);
  expect(ids.size).toBeGreaterThan(0);
  expect(offered).toEqual(expect.arrayContaining([...ids]));
});

it('the guide to error codes has a section for each code, with its status and its documented example', () => {
  const guide = markdownOf('reliability/error-codes');
  const [, ...sections] = guide.split(/^## (?=`)/m);
  expect(sections.map((section) => section.split('`')[1])).toEqual(errorCodes);
  for (const [index, code] of errorCodes.entries()) {
    const { description, detail } = errorResponses[statusOfCode[code]];
    expect(sections[index]).toContain(`\n\nStatus ${statusOfCode[code]}. ${description}\n`);
    expect(sections[index]).toContain(`"detail": ${JSON.stringify(detail)}`);
    const status = statusOfCode[code];
    const isTemporary = status === 429 || status >= 500;
    const anchor = code.toLowerCase().replaceAll('_', '-');
    expect(guide).toContain(`| ${status} | [\`${code}\`](#${anchor}) | ${isTemporary ? 'yes' : 'no'} |\n`);
    expect(sections[index]).toContain(`- **Retry:** ${isTemporary ? 'yes, after a pause' : 'no'}\n`);
    expect(documents.includes(`"${status}":{`), code).toBe(
      !sections[index]?.includes('No operation returns'),
    );
  }
});

describe('the retention period of personal data', () => {
  /** DynamoDB deletes most expired items within two days. */
  const deletionDays = 2;
  const longestOf = ({ enquiryRetentionDays }: StageSettings) =>
    enquiryRetentionDays + deletionDays + recoveryDays;

  it('in the guide for partners matches the settings of prod', () => {
    const guide = markdownOf('concepts/personal-data');
    expect(guide).toContain(`| ${stages.prod.enquiryRetentionDays} days, then it is deleted`);
    expect(guide).toContain(`at most about ${longestOf(stages.prod)} days`);
    expect(guide).toContain(`kept for up to ${longestOf(stages.prod)} days`);
    expect(guide).toContain(`for ${recoveryDays} days.`);
    // A hash of an idempotency key is kept for a day.
    expect(guide).toContain(`at most about ${1 + deletionDays + recoveryDays} days`);
  });

  it('in the page for operators matches the settings', async () => {
    const page = await readFile('docs/operations.md', 'utf8');
    const [prod, dev] = [longestOf(stages.prod), longestOf(stages.dev)];
    expect(page).toMatch(new RegExp(`in a backup\\*\\*: at most about +\\| ${prod} days \\| ${dev} days`));
  });
});

describe('the guides', () => {
  it('name existing fields and parameters', () => {
    expect(comparedFields.length).toBeGreaterThan(40);
    for (const field of comparedFields) expect(documents, field).toContain(`"${field}"`);
  });

  const requests = guides.flatMap(({ name, body }) =>
    [...body.matchAll(/^```request.*\n[A-Z]+ [^\s?]+\?(\S+)$/gm)].map(([, query = '']) => ({ name, query })),
  );
  /** Guides show what happens to a misspelt parameter. */
  const misspelt = new Set(['raduis']);

  it.each(requests)('send only existing parameters: $name, $query', ({ query }) => {
    const names = [...new URLSearchParams(query).keys()].filter((name) => !misspelt.has(name));
    for (const name of names) expect(documents).toContain(`"name":${JSON.stringify(name)}`);
  });

  it('name only existing reasons for failed checks', () => {
    const [, table = ''] = markdownOf('bills/validate').split('| check | `reason` |');
    const reasons = [...(table.split('\n\n')[0] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, reason]) => reason);
    expect(reasons.length).toBeGreaterThan(14);
    for (const reason of reasons) expect(documents).toContain(`"${reason}"`);
  });

  const proseOf = (body: string) =>
    body
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .replaceAll(/<!--.*?-->/g, '')
      .replaceAll(/\]\([^)]*\)/g, '');
  const wordsIn = (text: string) => text.match(/\S*\w\S*/g)?.length ?? 0;

  it.each(guides)('are short and in plain English: $name', ({ body }) => {
    const prose = proseOf(body);
    expect(wordsIn(prose)).toBeLessThanOrEqual(700);
    expect(prose).not.toMatch(/unasked|reckon|\bmend|\banew\b|whoever|answers with|\bwhom\b|for people/i);
    const sentences = prose.split(/^\|.*$|\n|(?<=[.!?:])\s/m);
    for (const sentence of sentences) expect(wordsIn(sentence), sentence).toBeLessThanOrEqual(30);
  });
});
