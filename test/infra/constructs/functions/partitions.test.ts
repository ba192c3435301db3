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

const asked = z.union([
  z.object({ Key: z.object({ kind: z.string() }) }).transform(({ Key }) => Key.kind),
  z
    .object({ ExpressionAttributeValues: z.object({ ':kind': z.string() }) })
    .transform(({ ExpressionAttributeValues }) => ExpressionAttributeValues[':kind']),
]);
const commands = z.enum(['GetItemCommand', 'QueryCommand']).transform((name) => name.replace('Command', ''));

/** What is asked of the table, `GetItem BILLER` each, in place of the table, which has none of it. */
const asking = async (use: (directory: BillerRepository) => Promise<unknown>): Promise<readonly string[]> => {
  const requests: string[] = [];
  const client = documentClient({ region: 'ap-southeast-2' });
  client.middlewareStack.add(
    (_, { commandName }) =>
      async ({ input }) => {
        requests.push(`${commands.parse(commandName)} ${asked.parse(input)}`);
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

/** What a function may ask of the table, in the same words. */
const grantedTo = (file: string): readonly string[] => {
  const [, resource] =
    [...resourcesOfType(api, 'AWS::Lambda::Function')].find(
      ([id]) => handlerOf(api, id) === `functions/bill-management-v1/${file}`,
    ) ?? [];
  return permissionsOf(api, role.parse(resource?.Properties).Role['Fn::GetAtt'][0]).flatMap((permission) => {
    const [, action, partition] = /^dynamodb:(\w+) TablesBillers if .* (\w+)$/.exec(permission) ?? [];
    return action === undefined ? [] : [`${action} ${partition}`];
  });
};

/** What each function that reads billers for its requests does with them: all that it can ask of their table. */
const usesOf: Readonly<Record<string, readonly ((directory: BillerRepository) => Promise<unknown>)[]>> = {
  'list-biller-metadata.ts': [({ list }) => list({}), ({ list }) => list({ codes: new Set(['1']) })],
  'get-biller-metadata-by-code.ts': [({ get }) => get('1')],
  'list-bill-types.ts': [({ listBillTypes }) => listBillTypes()],
};

it('is said of every function that reads billers', () => {
  const reading = billManagementV1
    // A look at the health reads none of them.
    .filter(({ access }) => access.some((each) => each.startsWith('billers:') && each !== 'billers:probe'))
    .map(({ handler }) => basename(handler));
  expect(Object.keys(usesOf).toSorted()).toEqual(reading.toSorted());
});

it.each(Object.entries(usesOf))('%s asks for all that it may and for nothing else', async (file, uses) => {
  const requests = (await Promise.all(uses.map(asking))).flat();
  expect(requests.toSorted()).toEqual(grantedTo(file));
});
