import { describe, expect, it } from 'vitest';
import { callOfForm } from '../../../infra/portal/samples/api-call.ts';
import { sampleCode, sampleLanguages } from '../../../infra/portal/samples/code-samples.ts';
import { answerId } from '../../../infra/portal/samples/recorded-answers.ts';
import { parseRequestBlock, requestHtml, requestsIn } from '../../../infra/portal/samples/request-block.ts';
import { stableAnswer, stableVersion } from '../../../infra/recording/stable-answer.ts';
import { isReferenceNumber } from '../../../shared/domain/billing/reference-number.ts';

const search = 'GET /locations/v3/workcentres?near=Fitzroy VIC&attribute[access_restriction_code]=AL&size=1';
const enquiry =
  'POST /bill-management-api/v1/enquiries\nIdempotency-Key: 4f1c\n\n{"firstname":"Zoë O\'Hara"}';

describe('a request block', () => {
  it('is parsed into method, encoded path, headers and body, with the matching operation', () => {
    const { call, ...options } = parseRequestBlock('key=sandbox lines=9', enquiry);
    expect(options).toEqual({ key: 'sandbox', lines: 9, answer: 'body' });
    expect(call).toMatchObject({
      operation: { operationId: 'enquiry' },
      method: 'POST',
      path: '/bill-management-api/v1/enquiries',
      headers: { 'content-type': 'application/json', 'idempotency-key': '4f1c' },
      body: '{"firstname":"Zoë O\'Hara"}',
      hasKey: true,
    });
    expect(parseRequestBlock('', search).call.path).toBe(
      '/locations/v3/workcentres?near=Fitzroy%20VIC&attribute%5Baccess_restriction_code%5D=AL&size=1',
    );
  });

  it.each([
    ['key=mine', 'GET /a', 'partner'],
    ['lines=all', 'GET /a', 'lines'],
    ['colour=red', 'GET /a', 'colour'],
    ['', 'FETCH /a', '"FETCH /a" is not the method and path of an operation'],
    ['', 'GET /locations/v3/nowhere', 'is not the method and path of an operation'],
    ['', 'GET /locations/v3/places\nAUTH-KEY: secret', 'AUTH-KEY is added automatically'],
    ['', 'POST /bill-management-api/v1/enquiries\n\n{"a"', 'the body is not JSON'],
  ])('reports the guide, line and reason of an error (%s %s)', (info, text, fault) => {
    const guide = `---\ntitle: A\n---\n\n\`\`\`request ${info}\n${text}\n\`\`\`\n`;
    expect(() => requestsIn('guides/a.md', guide)).toThrow(/^guides\/a\.md:5: /);
    expect(() => requestsIn('guides/a.md', guide)).toThrow(fault);
  });

  it('can be read without JavaScript: the first language is selected, and the response follows', () => {
    const block = parseRequestBlock('answer=both', search);
    const answer = { request: 'GET', status: 200, headers: { etag: 'W/"a"' }, body: '{ "a": "<b>" }' };
    const html = requestHtml(block, answer).text;
    expect(html.match(/<input type="radio"[^>]*>/g)).toHaveLength(sampleLanguages.length);
    expect(html.match(/ value="curl" checked>/g)).toHaveLength(1);
    expect(html.replaceAll(/<[^>]+>/g, '')).toContain('etag: W/&quot;a&quot;\n\n{ &quot;a&quot;');
    expect(html).toContain('&lt;b&gt;');
    expect(html).not.toContain('<b>');
  });
});

describe('code samples', () => {
  it('in every language contain the request and read the key from the environment', () => {
    const { call } = parseRequestBlock('', search);
    for (const { id } of sampleLanguages) {
      const code = sampleCode(id, call, { api: 'https://api.example' });
      expect(code, id).toContain('AUTH_KEY');
      expect(code, id).toContain(
        id === 'typescript' ? "near: 'Fitzroy VIC'" : `https://api.example${call.path}`,
      );
      expect(code?.replace('$AUTH_KEY', ''), id).not.toMatch(/\$[A-Z]/);
    }
  });

  it('for the typed client exist only for requests that it can send', () => {
    const codeOf = (info: string, text: string) =>
      sampleCode('typescript', parseRequestBlock(info, text).call);
    expect(codeOf('', 'GET /locations/v3/places?q=fitz&size=3')).toContain("{ q: 'fitz', size: 3 }");
    expect(codeOf('', 'GET /locations/v2/points/postcode/0800')).toContain('{ postcode: 800 }');
    for (const text of ['raduis=5', 'size=many', 'size=1&size=2'])
      expect(codeOf('', `GET /locations/v3/workcentres?${text}`)).toBeUndefined();
    expect(codeOf('', 'GET /locations/v3/places')).toBeUndefined();
    expect(codeOf('key=none', 'GET /locations/v3/workcentres')).toBeUndefined();
  });

  it('do not follow a redirect, which would send the key to another host', () => {
    const { call } = parseRequestBlock('', 'GET /locations/v3/export/workcentres?format=csv');
    expect(sampleCode('javascript', call)).toContain("redirect: 'manual'");
    expect(sampleCode('python', call)).toContain('build_opener(KeepRedirect)');
    expect(sampleCode('csharp', call)).toContain('AllowAutoRedirect = false');
    expect(sampleCode('go', call)).toContain('DefaultTransport.RoundTrip');
  });

  it('in PHP print the error of a failed connection', () => {
    const { call } = parseRequestBlock('', search);
    expect(sampleCode('php', call)).toContain('?: curl_error($curl);');
  });

  it('are the same for a block and for form values', () => {
    const block = parseRequestBlock('', 'GET /locations/v3/workcentres/310003_PO?fields=opening');
    const call = callOfForm(block.call.operation, { 'path.id': '310003_PO', 'query.fields': 'opening' });
    expect(call).toEqual(block.call);
  });
});

describe('a recorded response', () => {
  const request = parseRequestBlock('lines=8', search);
  const id = answerId(request);
  const record = (body: unknown, headers = {}) =>
    stableAnswer(
      request,
      { status: 200, headers, body: JSON.stringify(body) },
      { id, version: '20270101T000000000Z-abcdef' },
    );

  it('is the same for two recordings, with plausible ids, numbers, versions and links', () => {
    const bodyWith = (hex: string, number: string) => ({
      errors: [{ id: `${hex}c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a` }],
      referenceNumber: number,
      url: `http://127.0.0.1:1/bucket/versions/20270101T000000000Z-abcdef/a.gz?X-Amz-Date=${hex}&X-Amz-Signature=${hex}`,
    });
    const first = record(bodyWith('0', 'PHP2-7W3B-XXNRA'), { etag: 'W/"20270101T000000000Z-abcdef.q"' });
    const second = record(bodyWith('1', 'PHP2-7W3B-XXNRA'), { etag: 'W/"20270101T000000000Z-abcdef.q"' });
    expect(second).toEqual(first);
    expect(first.headers).toEqual({ etag: `W/"${stableVersion}.q"` });
    expect(first.body).toContain(`https://published.example/versions/${stableVersion}/a.gz?`);
    expect(isReferenceNumber(/"(\w+-\w+-\w+)"/.exec(first.body ?? '')?.[1] ?? '')).toBe(true);
  });

  it('is truncated to the requested number of lines, with all brackets closed', () => {
    const { body = '' } = record({
      list: Array.from({ length: 20 }, (_, index) => ({ index, text: 'x'.repeat(40) })),
    });
    expect(body.split('\n')).toEqual([
      '{',
      '  "list": [',
      expect.stringContaining('"index": 0'),
      expect.stringContaining('"index": 1'),
      expect.stringContaining('"index": 2'),
      '    …',
      '  ]',
      '}',
    ]);
  });
});
