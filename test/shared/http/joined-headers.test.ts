import { describe, expect, it } from 'vitest';
import { headersJoiner } from '../../../shared/http/joined-headers.ts';
import { catalogueVersionHeader } from '../../../shared/http/response-headers.ts';

const own = { 'content-type': 'application/json', vary: 'a' };

describe('the headers of an answer', () => {
  it('are its own, those of its service and the limit of the plan, and the later ones stand', () => {
    expect(headersJoiner()(own, { vary: 'b', x: '1' }, '50')).toEqual({
      'content-type': 'application/json',
      vary: 'b',
      x: '1',
      'x-ratelimit-limit-second': '50',
    });
    expect(headersJoiner()(own, undefined, undefined)).toEqual(own);
  });

  it('are those of the moment, whatever came before', () => {
    const join = headersJoiner();
    const other = { ...own, vary: 'c' };
    for (const answer of [own, other, own])
      for (const version of ['v1', 'v2', undefined, 'v1'])
        for (const rate of ['1', '2', undefined, '1', '1']) {
          expect(join(answer, catalogueVersionHeader(version), rate)).toEqual({
            ...answer,
            ...(version !== undefined && { 'waypost-catalogue-version': version }),
            ...(rate !== undefined && { 'x-ratelimit-limit-second': rate }),
          });
        }
  });

  it('are joined once for answers that are alike', () => {
    const join = headersJoiner();
    const joined = () => join(own, catalogueVersionHeader('v1'), '50');
    expect(joined()).toBe(joined());
  });
});
