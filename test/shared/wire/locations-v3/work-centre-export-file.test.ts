import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { workCentre } from '../../../../shared/wire/locations-v3/work-centre.ts';
import {
  checkExportFile,
  exportFileText,
  IncompleteExport,
} from '../../../../shared/wire/locations-v3/work-centre-export-file.ts';
import { toWorkCentre } from '../../../../shared/wire/locations-v3/work-centre-view.ts';
import { aCapability, postOffice, postOffices } from '../../../support/network-records.ts';

const generatedAt = new Date('2026-11-21T00:58:10.123Z');
const capabilities = [aCapability(1), aCapability(2)];
const textOf = (count: number) =>
  [...exportFileText({ locations: postOffices(count), capabilities, generatedAt })].join('');

async function* linesOf(text: string) {
  yield* text.replace(/\n$/, '').split('\n');
}

const file = z.strictObject({
  generated_at: z.iso.datetime(),
  total: z.int(),
  workcentres: z.array(workCentre),
});

describe('the export file', () => {
  it.each([0, 1, 3])('of %i work centres is JSON with its time, its total and each of them', (count) => {
    const content = file.parse(JSON.parse(textOf(count)));
    expect(content.generated_at).toBe('2026-11-21T00:58:10.123Z');
    expect(content.total).toBe(count);
    expect(content.workcentres).toHaveLength(count);
  });

  it('shows a work centre as the service does', () => {
    const capabilityOf = (code: number) => capabilities.find(({ serviceCode }) => serviceCode === code);
    const shown = toWorkCentre(postOffice(1), { distanceKm: 0, capabilityOf, now: generatedAt });
    expect(file.parse(JSON.parse(textOf(1))).workcentres[0]).toEqual(workCentre.parse(shown));
    expect(shown.attributes.operational_capabilities).toHaveLength(2);
  });

  it('is complete when it holds as many as it says', async () => {
    for (const count of [0, 1, 3]) expect(await checkExportFile(linesOf(textOf(count)))).toBe(count);
  });

  it.each([
    ['lacks a line', textOf(3).split('\n').toSpliced(2, 1).join('\n')],
    ['lacks its end', textOf(3).split('\n').slice(0, -2).join('\n')],
    ['has a line cut off', textOf(3).replace(/\d+ High Street.*/, '')],
    ['is empty', ''],
  ])('is incomplete when it %s', async (_fault, text) => {
    await expect(checkExportFile(linesOf(text))).rejects.toThrow(IncompleteExport);
  });
});
