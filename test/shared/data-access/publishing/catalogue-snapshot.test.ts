import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  decodeSnapshot,
  encodeSnapshot,
  everyField,
} from '../../../../shared/data-access/publishing/catalogue-snapshot.ts';
import {
  DamagedPublication,
  NewerPublicationFormat,
} from '../../../../shared/data-access/publishing/damaged-publication.ts';
import { sha256Of } from '../../../../shared/data-access/publishing/published-object.ts';
import { aCapability, postOffice, postOffices } from '../../../support/network-records.ts';

const version = '20261121T120000123Z-4f2a9c';
const snapshot = { version, locations: postOffices(300), capabilities: [aCapability(1), aCapability(2)] };

const expected = (bytes: Uint8Array) => ({ version, bytes: bytes.length, sha256: sha256Of(bytes) });
const written = (...lines: unknown[]) => gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
const head = (locations: number, capabilities = 0) => ({
  format: 1,
  version,
  counts: { locations, capabilities },
});

const decode = (bytes: Uint8Array) => decodeSnapshot(bytes, expected(bytes));

describe('a catalogue snapshot', () => {
  it('gives back what was written', async () => {
    expect(await decode(await encodeSnapshot(snapshot))).toEqual(snapshot);
  });

  it('gives back a name with line separators and characters of several bytes', async () => {
    const locations = Array.from({ length: 2_000 }, (_, index) =>
      postOffice(index, { name: `Öffice\u2028\n"💌${'é'.repeat(index % 50)}` }),
    );
    const bytes = await encodeSnapshot({ ...snapshot, locations });
    expect((await decode(bytes)).locations).toEqual(locations);
  });

  it('may be of an empty network', async () => {
    const empty = { version, locations: [], capabilities: [] };
    expect(await decode(await encodeSnapshot(empty))).toEqual(empty);
  });

  it('is refused when one bit is another', async () => {
    const bytes = await encodeSnapshot(snapshot);
    const damaged = Uint8Array.from(bytes);
    damaged[1_000] = (damaged[1_000] ?? 0) ^ 1;
    await expect(decodeSnapshot(damaged, expected(bytes))).rejects.toThrow(DamagedPublication);
  });

  it('is refused when it ends early, even where the manifest has that length and checksum', async () => {
    const bytes = await encodeSnapshot(snapshot);
    await expect(decodeSnapshot(bytes.subarray(0, -10), expected(bytes))).rejects.toThrow(DamagedPublication);
    await expect(decode(bytes.subarray(0, -10))).rejects.toThrow(DamagedPublication);
  });

  it.each([
    ['fewer records than it says', written(head(2), postOffice(1))],
    ['more records than it says', written(head(1), postOffice(1), postOffice(2))],
    ['a record of another kind', written(head(1), aCapability(1))],
    ['no header', written()],
    ['another version', written({ ...head(0), version: '20261121T120000124Z-4f2a9c' })],
    ['no compression', Buffer.from('{}')],
  ])('is refused when it has %s', async (_fault, bytes) => {
    await expect(decode(bytes)).rejects.toThrow(DamagedPublication);
  });

  it('is refused by the publisher when one field of a record is wrong', async () => {
    const bytes = written(head(1), { ...postOffice(1), type: 'KIOSK' });
    await expect(decodeSnapshot(bytes, expected(bytes), everyField)).rejects.toThrow(DamagedPublication);
  });

  it('of a newer format is told from a damaged one', async () => {
    await expect(decode(written({ format: 2, shape: 'unknown' }))).rejects.toThrow(NewerPublicationFormat);
  });
});
