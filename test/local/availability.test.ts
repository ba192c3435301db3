import { setTimeout as delay } from 'node:timers/promises';
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../infra/stages/stages.ts';
import { fixtureNetwork } from '../support/fixture/fixture-network.ts';
import { fileOf } from '../support/networks/import-lines.ts';
import { startWaypost } from '../support/stack/run-waypost.ts';
import { describedStack } from '../support/stack/stack-stores.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { type OwnStack, startOwnStack } from './running-stack.ts';

const locations = fixtureNetwork.locations.slice(0, 20);
const [first, second, third] = locations.map(({ location_code }) => location_code);
if (!first || !second || !third) throw new Error('the fixture has too few locations');

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const full = (location_code: string, more: object = {}) => ({
  location_code,
  accepting: false,
  reason: 'FULL',
  until: inHours(5),
  ...more,
});

describe('availability reports to a running stack', () => {
  let stack: OwnStack;
  let events: EventBridgeClient;
  let bus: string;
  beforeAll(async () => {
    stack = await startOwnStack();
    const { controlEndpoint, eventBus, region, credentials } = await describedStack(stack.dataDirectory);
    events = new EventBridgeClient({ endpoint: controlEndpoint, region, credentials });
    bus = eventBus;
    await importText('locations', fileOf(locations));
  });
  afterAll(async () => {
    events.destroy();
    await stack.remove();
  });

  const importText = async (kind: string, input: string, ...options: readonly string[]) => {
    const command = ['import', kind, '-', ...options, '--data-dir', stack.dataDirectory];
    return startWaypost(command, { input }).ended;
  };
  const report = (rows: readonly object[], more: Partial<PutEventsRequestEntry> = {}) =>
    events.send(
      new PutEventsCommand({
        Entries: [
          {
            EventBusName: bus,
            Source: stages.local.availabilitySources[0],
            DetailType: 'AvailabilityReported',
            Detail: JSON.stringify({ rows }),
            ...more,
          },
        ],
      }),
    );
  const send = (query: string) =>
    httpTarget(stack.url, stack.key).send({ path: `/locations/v3/workcentres${query}` });
  const isAccepting = async (code: string): Promise<boolean | undefined> => {
    const { body } = await send(`/${code}?fields=availability`);
    const member = z.object({ availability: z.object({ accepting: z.boolean() }).optional() });
    return z.object({ workcentres: z.tuple([member]) }).parse(JSON.parse(body)).workcentres[0].availability
      ?.accepting;
  };
  const untilAccepting = async (code: string, expected: boolean): Promise<number> => {
    const begin = performance.now();
    while ((await isAccepting(code)) !== expected) {
      if (performance.now() - begin > 20_000) throw new Error(`${code} never became ${expected}`);
      await delay(50);
    }
    return performance.now() - begin;
  };

  it('are visible within 2 s without a publication, whether sent as events or as a file', async () => {
    expect(await send('?accepting=true')).toMatchObject({ status: 503 });
    // The first event also starts the function.
    await report([{ location_code: first, accepting: true }]);
    await untilAccepting(first, true);
    const { headers } = await send('?size=0');
    await report([full(first)]);
    expect(await untilAccepting(first, false)).toBeLessThan(2_000);
    await report([{ location_code: first, accepting: true }]);
    expect(await untilAccepting(first, true)).toBeLessThan(2_000);
    const { status, stderr } = await importText('availability', fileOf([full(second)]));
    expect(status, stderr).toBe(0);
    expect(await untilAccepting(second, false)).toBeLessThan(2_000);
    const { pagination } = JSON.parse((await send('?accepting=true&size=0')).body);
    expect(pagination.total).toBe(locations.length - 1);
    expect((await send('?size=0')).headers['waypost-catalogue-version']).toBe(
      headers['waypost-catalogue-version'],
    );
  });

  it('count as received when the stack received them, whatever time their sender gives', async () => {
    // If the sender's time counted, the observation would be in the future.
    await report([full(first, { as_of: inHours(0) })], { Time: new Date(Date.now() - 3_600_000) });
    await untilAccepting(first, false);
    await report([{ location_code: first, accepting: true }]);
    await untilAccepting(first, true);
  });

  it('expire without a further event', async () => {
    await report([full(first, { until: new Date(Date.now() + 3_000).toISOString() })]);
    await untilAccepting(first, false);
    expect(await untilAccepting(first, true)).toBeLessThan(4_000);
  });
});
