import { expect } from 'vitest';
import { errorResponse } from '../../../functions/bill-management-v1/contract.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { goodEnquiry } from '../enquiry-client.ts';
import type { TargetResponse } from '../targets/api-target.ts';
import { v2Paths, v3Paths } from '../targets/operation-paths.ts';
import type { startServicesBehindProxies } from './services-behind-proxies.ts';

export type Services = Awaited<ReturnType<typeof startServicesBehindProxies>>;

interface AskedOnce {
  readonly name: string;
  /** Sends the request, and checks the response against the state of the store. */
  readonly ask: (store: 'fails' | 'works') => Promise<unknown>;
}

const base = '/bill-management-api/v1';
const billPaths = [
  '/biller-metadata',
  '/biller-metadata?billerCode=0101',
  '/biller-metadata/0101',
  '/biller-metadata/bill-types',
  '/health',
];

const expectUnavailable = ({ status, headers, body }: TargetResponse, declared: number): void => {
  expect(status).toBe(declared);
  if (declared === 503) expect(headers['retry-after']).toMatch(/^[0-9]+$/);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(body).not.toMatch(/127\.0\.0\.1|ECONN|dynamodb|s3|Exception|\.ts/i);
};

const operation = (
  name: string,
  send: () => Promise<TargetResponse>,
  declared: { readonly whileDown: number; readonly good: number },
): AskedOnce => ({
  name,
  ask: async (store) => {
    const answer = await send();
    if (store === 'works') return expect([answer.status, name]).toEqual([declared.good, name]);
    expectUnavailable(answer, declared.whileDown);
    if (!name.endsWith('/health'))
      expect(errorResponse.parse(JSON.parse(answer.body)).errors).toHaveLength(1);
  },
});

/** Returns every operation that needs a store, and the authoriser with a key that it has not cached. */
export const operationsThatNeedStores = (services: Services, unseenKey: string): readonly AskedOnce[] => {
  const post = { method: 'POST', path: `${base}/enquiries`, body: JSON.stringify(goodEnquiry) };
  const { locations, billManagement } = services;
  const bill = { whileDown: 503, good: 200 };
  return [
    ...billPaths.map((path) => operation(path, () => billManagement.send({ path: `${base}${path}` }), bill)),
    operation('/enquiries', () => billManagement.send(post), bill),
    ...v2Paths.map((path) => operation(path, () => locations.send({ path }), { whileDown: 500, good: 200 })),
    ...v3Paths.map((path) =>
      operation(path, () => locations.send({ path }), {
        whileDown: 503,
        good: path.includes('/export/') ? 302 : 200,
      }),
    ),
    {
      name: 'authoriser',
      ask: async (store) => {
        const authorised = services.authorise(unseenKey);
        if (store === 'works') return authorised;
        await expect(authorised).rejects.toThrow(StoreUnavailable);
      },
    },
  ];
};
