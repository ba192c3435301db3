import { setTimeout as delay } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { curlLine } from '../fuzz/curl-line.ts';
import { longRun } from '../fuzz/long-run.ts';
import { subjects } from '../fuzz/subjects.ts';
import { warmUp } from '../fuzz/warm-up.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { httpTarget } from '../support/targets/http-target.ts';

const { url, key } = inject('sharedStack');

/** Sends a request again as clients do if the stack, held up by other tests, does not reach its stores in time. */
const patient = (target: ApiTarget): ApiTarget => ({
  send: async (request) => {
    for (let attempt = 1; ; attempt++) {
      const response = await target.send(request);
      if (response.status < 500 || attempt === 5) return response;
      await delay(1_000);
    }
  },
});

it('B29 E08 E12 E15 answers 2,700 generated requests as specified', async () => {
  const target = patient(httpTarget(url, key));
  await warmUp(target);
  const { asked, statuses, found } = await longRun({
    target,
    subjects,
    requests: 2_700,
    firstSeed: 1,
    seeds: 1,
  });
  expect(found.map(({ why, request }) => `${why}\n${curlLine(request)}`)).toEqual([]);
  expect(asked).toBeGreaterThanOrEqual(2_700);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 204, 302, 400, 401, 404, 405]));
});
