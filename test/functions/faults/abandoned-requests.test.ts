import { expect, it, onTestFinished } from 'vitest';
import { goodEnquiry } from '../../support/enquiry-client.ts';
import { startServicesBehindProxies } from '../../support/faults/services-behind-proxies.ts';
import { storePublication } from '../../support/networks/stored-publication.ts';

it('G08 what nobody waits for any more, in the middle of its calls to the stores, spoils no later request of the instance', async () => {
  const services = await startServicesBehindProxies();
  onTestFinished(() => services.close());
  await storePublication(services.bucket);
  const enquiry = {
    method: 'POST',
    path: '/bill-management-api/v1/enquiries',
    body: JSON.stringify(goodEnquiry),
  };
  const search = { path: '/locations/v3/workcentres' };
  await services.hang();
  const reached = Promise.all([
    services.tablesProxy.next(({ operation }) => operation === 'TransactWriteItems'),
    services.bucketProxy.next(({ operation }) => operation === 'GetObject'),
  ]);
  // As where Lambda ends an invocation: nobody reads these answers, and what they began stays in memory.
  const abandoned = [services.billManagement.send(enquiry), services.locations.send(search)];
  await reached;
  await services.recover();

  const sent = await services.billManagement.send(enquiry);
  expect(sent.status).toBe(200);
  // The load of the catalogue that hangs is shared until it is given up; the request after that has its own.
  await services.locations.send(search);
  expect((await services.locations.send(search)).status).toBe(200);
  await Promise.all(abandoned);
});
