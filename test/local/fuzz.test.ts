import { expect, it } from 'vitest';
import { curlLine } from '../fuzz/curl-line.ts';
import { longRun } from '../fuzz/long-run.ts';
import { subjects } from '../fuzz/subjects.ts';
import { warmUp } from '../fuzz/warm-up.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { sharedStack } from './running-stack.ts';

const { url, key } = sharedStack;

it('B29 E08 E12 E15 responds to 2,700 generated requests as specified', async () => {
  const target = httpTarget(url, key);
  await warmUp(target);
  const { sent, statuses, found } = await longRun({
    target,
    subjects,
    requests: 2_700,
    firstSeed: 1,
    seeds: 1,
  });
  expect(found.map(({ why, request }) => `${why}\n${curlLine(request)}`)).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(2_700);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 204, 302, 400, 401, 404, 405]));
});
