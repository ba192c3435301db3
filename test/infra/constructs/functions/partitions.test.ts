import { basename } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { billManagementV1 } from '../../../../infra/routes/bill-management-v1.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { billerRepository } from '../../../../shared/data-access/billing/biller-repository.ts';
import { documentClient } from '../../../../shared/data-access/clients.ts';
import type { BillerRepository } from '../../../../shared/domain/billing/biller.ts';
import { handlerOf } from '../../../support/templates/synthesised-api.ts';
import { permissionsOf } from '../../../support/templates/synthesised-permissions.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const partition = z.union([
  z.object({ Key: z.object({ kind: z.string() }) }).transform(({ Key }) => Key.kind),
  z
    .object({ ExpressionAttributeValues: z.object({ ':kind': z.string() }) })
    .transform(({ ExpressionAttributeValues }) => ExpressionAttributeValues[':kind']),
]);
const commands = z.enum(['GetItemCommand', 'QueryCommand']).transform((name) => name.replace('Command', ''));

/** Calls a function with a stubbed table, and returns the requests to it in a form such as `GetItem BILLER`. */
const requestsOf = async (
  use: (directory: BillerRepository) => Promise<unknown>,
): Promise<readonly string[]> => {
  const requests: string[] = [];
  const client = documentClient({ region: 'ap-southeast-2' });
  client.middlewareStack.add(
    (_, { commandName }) =>
      async ({ input }) => {
        requests.push(`${commands.parse(commandName)} ${partition.parse(input)}`);
        return { response: {}, output: { Items: [], $metadata: {} } };
      },
    { step: 'initialize', priority: 'high' },
  );
  await use(billerRepository({ client, tableName: 'billers' }));
  client.destroy();
  return requests;
};

const { api } = synthesiseStage(stages.prod);
const role = z.object({ Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }) });

/** Returns the requests that a function may send, in the form `GetItem BILLER`. */
const grantedTo = (file: string): readonly string[] => {
  const [, resource] =
    [...resourcesOfType(api, 'AWS::Lambda::Function')].find(
      ([id]) => handlerOf(api, id) === `functions/bill-management-v1/${file}`,
    ) ?? [];
  return permissionsOf(api, role.parse(resource?.Properties).Role['Fn::GetAtt'][0]).flatMap((permission) => {
    const [, action, key] = /^dynamodb:(\w+) TablesBillers if .* (\w+)$/.exec(permission) ?? [];
    return action === undefined ? [] : [`${action} ${key}`];
  });
};

/** All calls that each function sends to read billers, by the function's file. */
const callsOf: Readonly<Record<string, readonly ((directory: BillerRepository) => Promise<unknown>)[]>> = {
  'list-biller-metadata.ts': [({ list }) => list({}), ({ list }) => list({ codes: new Set(['1']) })],
  'get-biller-metadata-by-code.ts': [({ get }) => get('1')],
  'validate-bill.ts': [({ getStored }) => getStored('1')],
  'list-bill-types.ts': [({ listBillTypes }) => listBillTypes()],
};

it('the list contains every function that reads billers', () => {
  const reading = billManagementV1
    // The health check does not read billers.
    .filter(({ access }) => access.some((each) => each.startsWith('billers:') && each !== 'billers:probe'))
    .map(({ handler }) => basename(handler));
  expect(Object.keys(callsOf).toSorted()).toEqual(reading.toSorted());
});

it.each(Object.entries(callsOf))('%s needs all its permissions, and no others', async (file, calls) => {
  const requests = (await Promise.all(calls.map(requestsOf))).flat();
  expect(requests.toSorted()).toEqual(grantedTo(file));
});
