import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';
import { openJobs } from '../../../infra/local/jobs/jobs.ts';
import { openState } from '../../../infra/local/state.ts';
import { aCapability, postOffice, postOffices } from '../../support/networks/network-records.ts';
import { networkOf, publishNetwork, runPublisher } from '../../support/networks/publish-network.ts';
import { reportRunningImport } from '../../support/stack/import-states.ts';
import { startOperatorStack } from '../../support/stack/operator-stack.ts';
import { runWaypost } from '../../support/stack/run-waypost.ts';
import { openConsole, sectionsOf, startConsole } from '../../support/stack/start-console.ts';
import { storeRows as storeLocations } from '../../support/tables/store-tables.ts';
import { storedEnquiry, storeRows } from '../../support/tables/stored-enquiry.ts';

const stack = await startOperatorStack();
let running: Awaited<ReturnType<typeof startConsole>>;
let call: Awaited<ReturnType<typeof openConsole>>;
beforeAll(async () => {
  running = await startConsole(stack.dataDirectory);
  call = await openConsole(running);
});
afterAll(async () => {
  running.kill();
  await stack.close();
});

const readOverview = async () => sectionsOf(await call('/api/overview'));

it('says that nothing is published yet, and shows the other sections', async () => {
  const overview = await readOverview();
  expect(overview['What needs action']).toContain('nothing is published yet');
  expect(overview.Published).toContain('Nothing is published yet.');
  expect(overview.Publications).toMatch(/^This cannot be read: nothing is published/);
  expect(overview.Alarms).toContain('A local stack has no alarms');
  expect(overview['Dead letters']).toContain('There are none.');
});

it('shows publications with their changes, and a rejection with examples and a remedy', async () => {
  const capabilities = [aCapability(1)];
  const { version } = await publishNetwork(stack.bucket, networkOf(postOffices(20), capabilities));
  stack.answers.served = version;
  await runPublisher(stack.bucket, networkOf(postOffices(3), capabilities));
  const overview = await readOverview();
  expect(overview.Published).toContain(`Version | ${version} | `);
  expect(overview.Published).toContain('Served | yes | ');
  expect(overview.Publications).toContain(`${version} | `);
  expect(overview['What needs action']).toMatch(
    /the last publication was rejected: 17 of 20 .*publish --force/,
  );
  expect(overview.Rejections).toMatch(
    /rejected \| 17 of 20 .*Examples from the last rejection.* \| removed \| /,
  );
  expect(overview.Rejections).toContain('waypost publish --force');
});

it('shows manual changes', async () => {
  await storeLocations(stack.embedded, 'locations', [postOffice(1)]);
  const set = ['locations', 'set', postOffice(1).locationCode, 'name=Corner', '--reason', 'Signs'];
  await runWaypost([...set, '--data-dir', stack.dataDirectory]);
  expect((await readOverview()).Published).toMatch(/Manual changes \| 1 field of 1 location/);
});

it('shows imports, dead letters, expiring keys, and open enquiries by age, without personal data', async () => {
  await (await reportRunningImport(stack.bucket.imports))();
  const state = openState(dataFilesIn(stack.dataDirectory).stateFile);
  const jobs = openJobs(state);
  const group = { kind: 'queue', name: 'Imports', groupId: '' } as const;
  jobs.add(group, {}, 0);
  const job = jobs.first(group) ?? expect.fail();
  const letter = { queue: 'Undelivered', functionName: 'Importer', sent: {}, why: 'no disk' };
  jobs.giveUp(job, Date.now(), letter);
  state.close();
  const hoursAgo = (hours: number) => ({
    submittedAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
  });
  const rows = [1, 30, 100, 1_000, 2_000].map((hours, index) => storedEnquiry(index, hoursAgo(hours)));
  await storeRows({ client: stack.embedded.client, tableName: stack.embedded.tables.enquiries }, rows);
  const issue = ['keys', 'issue', '--scope', 'locations-v3', '--data-dir', stack.dataDirectory];
  for (const given of [
    ['--client', 'Soon', '--expires', '7d'],
    ['--client', 'Later', '--expires', '60d'],
  ])
    expect(await runWaypost([...issue, ...given])).toMatchObject({ status: 0 });

  const overview = await readOverview();
  await expect
    .poll(async () => (await readOverview()).Audit)
    .toMatch(/ 0 \| without hours, unlike most of their neighbours \| \| .*waypost audit/);
  expect(overview.Imports).toMatch(/may\.ndjson \| .* \| locations \(merge\) \| imported \| /);
  expect(overview['Dead letters']).toContain('queue Imports | no disk | ');
  expect(overview['Open enquiries']).toContain(
    'Older than a week | 2 | Older than 3 days | 3 | Older than a day | 4 | In all | 5 | ',
  );
  expect(overview['Open enquiries']).not.toMatch(/@|firstname/);
  expect(overview['Keys that expire within 30 days']).toMatch(/Soon \| .* \| in 6 days \| never/);
  expect(overview['Keys that expire within 30 days']).not.toContain('Later');
});
