import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { usageIdentifierOf } from '../../../../shared/domain/access/usage-identifier.ts';
import { type StartedStage, startDeployedStage } from '../../../support/deployed-stage.ts';
import { runWaypost } from '../../../support/run-waypost.ts';

let stage: StartedStage;
beforeAll(async () => {
  stage = await startDeployedStage();
});
afterAll(() => stage.close());

const keys = (...args: readonly string[]) =>
  runWaypost(['keys', ...args, '--stage', 'dev'], { environment: stage.environment });
const issue = async (client: string) => {
  const { stdout } = await keys('issue', '--client', client, '--plan', 'partner');
  return parseKeyToken(stdout.trim())?.keyId ?? '';
};
const gatewayKeyOf = (client: string) => {
  const identifier = usageIdentifierOf({ client, plan: 'partner' });
  return stage.account.gatewayKeys.find(({ value }) => value === identifier);
};
const twoHoursOld = () => Date.now() / 1_000 - 7_200;

/** What is said to be wrong: client and plan, then the words. */
const said = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().replace(/ {2,}/g, ' | '));

describe('keys sync of a deployed stage', () => {
  it('finds nothing to do after keys were issued, nor among the keys of others', async () => {
    await issue('Shop');
    await issue('Site');
    await issue('Gone');
    stage.account.gatewayKeys.push({ id: 'other', name: 'theirs', value: 'x'.repeat(30), description: '' });
    const { status, stdout, stderr } = await keys('sync', '--check');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe('The gateway knows every client that has a working key, and no other.\n');
  });

  it('says what came apart, and changes nothing where it is to check', async () => {
    const { gatewayKeys, planKeys } = stage.account;
    const [shop, site, gone] = ['Shop', 'Site', 'Gone'].map(gatewayKeyOf);
    // By hand: one deleted, one disabled and moved; and one has no working key any more.
    gatewayKeys.splice(gatewayKeys.indexOf(shop ?? expect.fail()), 1);
    Object.assign(site ?? {}, { enabled: false });
    planKeys.set('plan-partner', [gone?.id ?? '']);
    planKeys.set('plan-unlimited', [site?.id ?? '']);
    Object.assign(gone ?? {}, { createdDate: twoHoursOld() });
    const list: unknown = JSON.parse((await keys('list', '--json')).stdout);
    expect(list).toHaveLength(3);
    const keyId = /^(\S+) +Gone /m.exec((await keys('list')).stdout)?.[1] ?? '';
    await keys('revoke', keyId);

    const before = structuredClone({ gatewayKeys, planKeys });
    const { status, stdout, stderr } = await keys('sync', '--check');
    expect(status).toBe(1);
    expect(said(stdout)).toEqual([
      'Site | unlimited | is held to a plan that is not its own',
      'Gone | partner | has no key of this plan that works any more, but the gateway still knows it',
      'Shop | partner | has keys, but the gateway does not know it and refuses all of them',
      'Site | partner | is disabled at the gateway, which refuses all its keys',
      'Site | partner | belongs to no plan of the stage, and the gateway refuses all its keys',
    ]);
    expect(stderr).toBe('These 5 are not mended. To mend: `waypost keys sync --stage dev`\n');
    expect({ gatewayKeys, planKeys }).toEqual(before);
  });

  it('mends it, and has nothing left to do', async () => {
    expect(await keys('sync')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Mended 5 of 5: Site, partner.\n'),
    });
    expect(gatewayKeyOf('Gone')).toBeUndefined();
    expect(gatewayKeyOf('Site')?.enabled).toBe(true);
    const [shop, site] = ['Shop', 'Site'].map((client) => gatewayKeyOf(client)?.id);
    expect(stage.account.planKeys.get('plan-partner')?.toSorted()).toEqual([shop, site].toSorted());
    expect(stage.account.planKeys.get('plan-unlimited')).toEqual([]);
    expect(stage.account.gatewayKeys.some(({ id }) => id === 'other')).toBe(true);
    expect(await keys('sync', '--check')).toMatchObject({ status: 0 });
  });

  it('says what is denied to it', async () => {
    stage.account.refusal = { code: 'AccessDeniedException', message: 'not authorized' };
    const { status, stderr } = await keys('sync');
    stage.account.refusal = undefined;
    expect(status).toBe(1);
    expect(stderr).toMatch(/denied/);
  });
});
