import { describe, expect, it } from 'vitest';
import { findById } from '../../../../functions/locations-v3/extensions/ids.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffice, postOffices } from '../../../support/networks/network-records.ts';
import { manifestIn, networkOf, publishNetwork } from '../../../support/networks/publish-network.ts';
import { perTest } from '../../../support/per-test.ts';
import { catalogueOf, linesIn } from './published-files.ts';

const store = perTest(startLocalBucket);

const replacedBy = async () => {
  const { changes, removed } = await manifestIn(store);
  const successorsIn = async (key: string) => {
    const lines = await linesIn(store, key);
    return Object.fromEntries(
      lines.flatMap(({ id, replaced_by }) => (id && replaced_by ? [[id, replaced_by]] : [])),
    );
  };
  return { changes: await successorsIn(changes.file.key), removed: await successorsIn(removed.key) };
};

const find = async (id: string) => findById(await catalogueOf(store), id)?.locationCode;

const office = (index: number, ...formerCodes: string[]) => postOffice(index, { formerCodes });
const publish = (...locations: Location[]) => publishNetwork(store, networkOf(locations));
const others = postOffices(9).slice(4);

describe('a location', () => {
  it('is found by its former ids after renumbering, a merger and a split, and the files list them', async () => {
    await publish(...postOffices(4), ...others);
    await publish(
      office(10, '000001_PO'),
      office(11, '000002_PO', '000003_PO'),
      office(13, '000004_PO'),
      office(12, '000004_PO'),
      ...others,
    );
    const expected = {
      '000001_PO': ['000010_PO'],
      '000002_PO': ['000011_PO'],
      '000003_PO': ['000011_PO'],
      // Of several successors, the first by id is returned.
      '000004_PO': ['000012_PO', '000013_PO'],
    };
    expect(await replacedBy()).toEqual({ changes: expected, removed: expected });
    for (const [code, [successor]] of Object.entries(expected)) expect(await find(code)).toBe(successor);
  });

  it('is found by its own code if another location had that code before', async () => {
    await publish(postOffice(1), ...others);
    await publish(office(2, '000001_PO'), ...others);
    await publish(postOffice(1, { name: 'REUSED' }), office(2, '000001_PO'), ...others);
    expect(await replacedBy()).toEqual({ changes: {}, removed: {} });
    expect(await find('000001_PO')).toBe('000001_PO');
  });

  it('is found by every former id listed in a chain', async () => {
    await publish(postOffice(1), ...others);
    await publish(office(2, '000001_PO'), ...others);
    await publish(office(3, '000001_PO', '000002_PO'), ...others);
    expect(await replacedBy()).toEqual({
      changes: { '000002_PO': ['000003_PO'] },
      removed: { '000001_PO': ['000003_PO'], '000002_PO': ['000003_PO'] },
    });
    expect([await find('000001_PO'), await find('000002_PO')]).toEqual(['000003_PO', '000003_PO']);
  });

  it('is no longer found by its former id if its successor is removed too', async () => {
    await publish(postOffice(1), ...others);
    await publish(office(2, '000001_PO'), ...others);
    await publish(...others);
    expect(await replacedBy()).toEqual({ changes: {}, removed: {} });
    expect((await linesIn(store, (await manifestIn(store)).removed.key)).slice(1)).toMatchObject([
      { id: '000001_PO' },
      { id: '000002_PO' },
    ]);
    expect(await find('000001_PO')).toBeUndefined();
  });
});

it('a file of changes applied over a renumbering equals a fresh export', async () => {
  const fresh = async () => linesIn(store, (await manifestIn(store)).full.exports.ndjson.key);
  await publish(...postOffices(3), ...others);
  const held = new Map((await fresh()).map((centre) => [centre.id, centre]));
  await publish(postOffice(1, { name: 'MOVED' }), office(4, '000002_PO'), office(10, '000003_PO'), ...others);
  const [, ...changes] = await linesIn(store, (await manifestIn(store)).changes.file.key);
  for (const { id, change, workcentre } of changes) {
    if (change === 'removed') held.delete(id);
    else held.set(id, workcentre);
  }
  const byId = [...held.values()].sort((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1));
  expect(byId).toEqual(await fresh());
});
