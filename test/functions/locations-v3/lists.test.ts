// Imported first, because streaming handlers need it when they load.
import '../../support/streaming-runtime.ts';

import { expect, it } from 'vitest';
import * as z from 'zod';
import { errorResponse } from '../../../functions/locations-v3/contract.ts';
import { serviceClient } from '../../contract/service-client.ts';
import { publishedNetwork } from '../../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../../support/fixture/fixture-export.ts';
import { aCapability } from '../../support/networks/network-records.ts';
import { locationsHandlers } from '../../support/targets/locations-handlers.ts';

const alike = [7, 3, 11, 5, 2, 13].map((code) => ({
  ...aCapability(code),
  capabilityId: 'ALIKE',
  description: `Of ${code}`,
}));
const catalogue = publishedNetwork('1', [], alike);
const target = locationsHandlers({ catalogue, link: fixtureExport });
const client = serviceClient({ target: () => target, base: '/locations/v3', errorResponse });

const named = z.object({ attributes: z.object({ name: z.string() }) });

it('listOperationalCapabilities sorts capabilities with the same id by numeric service code', async () => {
  const { operational_capabilities } = await client.get(
    '/operational-capabilities',
    z.object({ operational_capabilities: z.array(named) }),
  );
  const names = operational_capabilities.map(({ attributes }) => attributes.name);
  expect(names).toEqual(['Of 2', 'Of 3', 'Of 5', 'Of 7', 'Of 11', 'Of 13']);
});
