import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCapability, postOffices } from '../../support/networks/network-records.ts';
import { networkOf, publishNetwork } from '../../support/networks/publish-network.ts';
import { queueUrl, startDeployedStage } from '../../support/stack/deployed-stage.ts';
import { openConsole, sectionsOf, startConsoleOn } from '../../support/stack/start-console.ts';
import { storeRows } from '../../support/tables/store-tables.ts';

const stage = await startDeployedStage();
let running: Awaited<ReturnType<typeof startConsoleOn>>;
let call: Awaited<ReturnType<typeof openConsole>>;
beforeAll(async () => {
  await publishNetwork(stage.stack.bucket, networkOf(postOffices(20), [aCapability(1)]));
  await storeRows(stage.stack.embedded, 'locations', postOffices(1));
  running = await startConsoleOn(['--stage', 'dev'], stage.environment);
  call = await openConsole(running);
});
afterAll(async () => {
  running.kill();
  await stage.close();
});

const readOverview = async () => sectionsOf(await call('/api/overview'));

it('names the stage on every page', async () => {
  expect(await call('/import')).toContain('<span class="tag stage">stage dev</span>');
});

it("shows the stage's raised alarms, and its dead letters by queue", async () => {
  const quiet = await readOverview();
  expect(quiet.Alarms).toBe('No alarm is raised. | The dashboard in CloudWatch shows all alarms. | ');
  expect(quiet['Dead letters']).toContain('Enquiry events | 0 | Import triggers | 0 | ');

  stage.account.alarms.push('waypost-dev-publication-refused', 'waypost-prod-publication-refused');
  stage.account.deadLetters.set(queueUrl('ImportUndelivered'), 3);
  const overview = await readOverview();
  expect(overview.Alarms).toMatch(
    /waypost-dev-publication-refused \| 18 Nov 2026, .* \| Nothing is published\. First action: look at the log\. \| /,
  );
  expect(overview.Alarms).not.toContain('waypost-prod');
  expect(overview['Dead letters']).toContain('Import triggers | 3 | ');
});

it.each([
  { denied: 'DescribeAlarms', action: 'cloudwatch:DescribeAlarms', section: 'Alarms' },
  { denied: 'GetQueueAttributes', action: 'sqs:GetQueueAttributes', section: 'Dead letters' },
])('says that $action is not permitted, and shows the rest', async ({ denied, action, section }) => {
  stage.account.denied.add(denied);
  const overview = await readOverview();
  stage.account.denied.delete(denied);
  expect(overview[section]).toContain(`This cannot be read: calling ${action} was denied: `);
  expect(overview[section]).toContain("The operator's AWS role must allow it");
  expect(overview.Published).toContain('Locations | 20 | ');
});

it('shows no alarms if the signature is wrong', async () => {
  const wrong = { ...stage.environment, AWS_SECRET_ACCESS_KEY: 'wrong', AWS_SESSION_TOKEN: 'token' };
  const other = await startConsoleOn(['--stage', 'dev'], wrong);
  const overview = sectionsOf(await (await openConsole(other))('/api/overview'));
  other.kill();
  for (const section of [overview.Alarms, overview['Dead letters']]) {
    expect(section).toContain('the AWS credentials have expired or are not valid');
    expect(section).toContain(
      '(The request signature we calculated does not match the signature you provided.)',
    );
    expect(section).not.toContain('token');
  }
});

it("reads the key for the API's responses from the environment", async () => {
  expect(await call('/api/location?code=000001_PO')).toContain('<code>AUTH_KEY</code>');
});
