// First, for the files of streaming handlers ask for it when they are loaded.
import '../../support/streaming-runtime.ts';

import { expect, it } from 'vitest';
import * as z from 'zod';
import { errorResponse } from '../../../functions/locations-v3/contract.ts';
import { serviceClient } from '../../contract/service-client.ts';
import { publishedNetwork } from '../../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../../support/fixture/fixture-export.ts';
import { aCapability, postOffice } from '../../support/networks/network-records.ts';
import { locationsHandlers } from '../../support/targets/locations-handlers.ts';

const alike = [7, 3, 11, 5, 2, 13].map((code) => ({
  ...aCapability(code),
  capabilityId: 'ALIKE',
  description: `Of ${code}`,
}));
const catalogue = publishedNetwork('1', [postOffice(1, { services: [{ code: 5 }] })], alike);
const target = locationsHandlers({ catalogue, link: fixtureExport });
const client = serviceClient({ target: () => target, base: '/locations/v3', errorResponse });

const named = z.object({ attributes: z.object({ name: z.string() }) });

it('listOperationalCapabilities orders capabilities of one id by service code, as a number', async () => {
  const { operational_capabilities } = await client.get(
    '/operational-capabilities',
    z.object({ operational_capabilities: z.array(named) }),
  );
  const names = operational_capabilities.map(({ attributes }) => attributes.name);
  expect(names).toEqual(['Of 2', 'Of 3', 'Of 5', 'Of 7', 'Of 11', 'Of 13']);
});

it('listWorkCentres shows what a work centre is capable of', async () => {
  const { workcentres } = await client.get(
    '/workcentres',
    z.object({
      workcentres: z.array(
        z.object({
          attributes: z.object({ operational_capabilities: z.array(z.object({ id: z.string() })) }),
        }),
      ),
    }),
  );
  expect(
    workcentres.map(({ attributes }) => attributes.operational_capabilities.map(({ id }) => id)),
  ).toEqual([['ALIKE']]);
});
