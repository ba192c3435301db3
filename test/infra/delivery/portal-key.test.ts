import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { missingKeyNote } from '../../../infra/delivery/portal-key.ts';
import { listenUntilTestEnds } from '../../support/listen-until-test-ends.ts';

it.each([
  [200, undefined],
  [404, /^The locator has no key yet, .*: npx waypost keys portal --stage dev$/],
  [503, /^Could not check at http.* whether the locator has a key \(status 503\)\. .*--stage dev$/],
])("explains status %i of the locator's key after a deployment, unless it is 200", async (status, note) => {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    response.writeHead(status).end('{}');
  });
  const port = await listenUntilTestEnds(server);
  const found = await missingKeyNote('dev', `http://127.0.0.1:${port}/`);
  expect(requested).toEqual(['/key.json']);
  if (note) expect(found).toMatch(note);
  else expect(found).toBeUndefined();
});

it('reports no error if the portal cannot be reached yet after a deployment', async () => {
  expect(await missingKeyNote('prod', 'http://127.0.0.1:1/')).toContain(
    'npx waypost keys portal --stage prod',
  );
});
