import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usageIdentifierOf } from '../../../../shared/domain/access/api-key.ts';
import { parseKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { callerArn, type StartedStage, startDeployedStage } from '../../../support/stack/deployed-stage.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';

let stage: StartedStage;
beforeAll(async () => {
  stage = await startDeployedStage();
});
afterAll(() => stage.close());

const keys = (...args: readonly string[]) =>
  runWaypost(['keys', ...args, '--stage', 'dev'], { environment: stage.environment });
const issue = (client: string, plan = 'partner') => keys('issue', '--client', client, '--plan', plan);

const identifier = usageIdentifierOf({ client: 'Parcel partner', plan: 'partner' });

describe('keys of a deployed stage', () => {
  it('lets a client through the gateway under its plan, once for all its keys', async () => {
    const first = await issue('Parcel partner');
    expect(first).toMatchObject({ status: 0, stdout: expect.stringMatching(/^wp_test_\S+\n$/) });
    expect(await issue('Parcel partner')).toMatchObject({ status: 0 });
    const { gatewayKeys, planKeys } = stage.account;
    expect(gatewayKeys).toEqual([
      expect.objectContaining({
        name: identifier,
        value: identifier,
        description: 'Waypost: Parcel partner',
        enabled: true,
      }),
    ]);
    expect([...planKeys]).toEqual([['plan-partner', ['key-1']]]);
  });

  it('joins another plan as another client', async () => {
    expect(await issue('Parcel partner', 'standard')).toMatchObject({ status: 0 });
    expect(stage.account.planKeys.get('plan-standard')).toEqual(['key-2']);
  });

  it('uses the key of a client that was renamed by hand', async () => {
    const value = usageIdentifierOf({ client: 'Odd', plan: 'partner' });
    stage.account.gatewayKeys.push({ id: 'odd', name: 'by-hand', value, description: '' });
    expect(await issue('Odd')).toMatchObject({ status: 0 });
    expect(stage.account.planKeys.get('plan-partner')).toContain('odd');
  });

  it('issues no key if the gateway does not accept its client', async () => {
    stage.account.meanwhile = async () => {
      stage.account.refusal = { code: 'AccessDeniedException', message: 'not authorized' };
    };
    const { status, stdout, stderr } = await issue('Denied');
    Object.assign(stage.account, { meanwhile: undefined, refusal: undefined });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('reconciling the clients of API Gateway is denied: not authorized.');
    expect((await keys('list')).stdout).not.toContain('Denied');
  });

  it('says how long a revoked key may be let through, has the gateway forget it, and who revoked it (A13)', async () => {
    const { stdout } = await issue('Passing');
    const keyId = parseKeyToken(stdout.trim())?.keyId ?? '';
    const later = await keys('revoke', keyId);
    expect(later).toMatchObject({ status: 0, stdout: '' });
    const until = Date.parse(/ until (\S+Z)\. /.exec(later.stderr)?.[1] ?? '') - Date.now();
    expect(until).toBeGreaterThan(30_000);
    expect(until).toBeLessThanOrEqual(60_000);
    expect(stage.account.flushed).toEqual([]);
    const forgotten = 'The gateway has evicted all cached keys: the key is rejected from now on.\n';
    expect(await keys('revoke', keyId, '--now')).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringContaining(forgotten),
    });
    // Once more when no answer is under way that was begun before.
    expect(stage.account.flushed).toEqual(['abc123/stages/dev', 'abc123/stages/dev']);
    const forgottenAt = Date.now();
    const again = await keys('revoke', keyId, '--now');
    expect(again).toEqual({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^Key \S+ of Passing was revoked at \S+Z\.\nThe gateway has evicted all cached keys: the key is rejected from now on\.\n$/,
      ),
    });
    expect(stage.account.flushed).toHaveLength(3);
    const revokedAt = Date.parse(/ was revoked at (\S+Z)\.\n/.exec(again.stderr)?.[1] ?? '');
    expect(forgottenAt - revokedAt).toBeGreaterThan(10_000);
    // A key that has ended is not put off by making its client known once more.
    stage.account.gatewayKeys.pop();
    const known = stage.account.gatewayKeys.length;
    expect(await keys('rotate', keyId)).toMatchObject({ status: 1 });
    expect(await keys('expire', keyId, '--never')).toMatchObject({ status: 1 });
    expect(stage.account.gatewayKeys).toHaveLength(known);
    const audit = await keys('audit', '--key', keyId, '--json');
    expect(JSON.parse(audit.stdout).entries).toMatchObject([
      { action: 'ISSUED', by: callerArn },
      { action: 'REVOKED', by: callerArn },
    ]);
    expect((await keys('list')).stdout).toMatch(new RegExp(`^${keyId} .*REVOKED`, 'm'));
  });
});
