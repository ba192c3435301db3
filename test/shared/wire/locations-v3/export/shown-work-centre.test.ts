import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toWorkCentre } from '../../../../support/oracles/work-centre.ts';
import { capabilitiesOf, locations } from '../../random-location.ts';
import { featureProperties, generatedAt, showForExport } from './exported-text.ts';

/** One location between others that have all but one thing in common with it, which is the other location's. */
const alike = fc
  .tuple(locations, locations)
  .map(([one, { timeZone, hours, services }]) => [
    one,
    { ...one, timeZone },
    { ...one, hours },
    { ...one, services },
    one,
  ]);

describe('a work centre on its way into the exported files', () => {
  it('is the JSON of what a search without a search point shows, one after the other', async () => {
    await fc.assert(
      fc.property(
        fc.oneof(fc.array(locations, { minLength: 1, maxLength: 3 }), alike),
        capabilitiesOf([-1, 0, 1, 2, 3, 4]),
        (network, capabilities) => {
          const capabilityOf = (code: number) => capabilities.find(({ serviceCode }) => serviceCode === code);
          const context = { distanceKm: 0, capabilityOf, now: generatedAt };
          const show = showForExport(context);
          for (const location of network) {
            const workCentre = toWorkCentre(location, context);
            const { json, feature } = show(location);
            // Half a surrogate pair has no UTF-8: it becomes what stands for it there.
            expect(Buffer.from(json).toString()).toBe(JSON.stringify(workCentre).toWellFormed());
            expect(featureProperties(feature).operational_capabilities).toEqual(
              workCentre.attributes.operational_capabilities?.map(({ id }) => id),
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('has room for a text of any length', () => {
    const [location] = fc.sample(locations, 1);
    if (!location) throw new Error('no location');
    const show = showForExport({ capabilityOf: () => undefined, now: generatedAt });
    const long = { ...location, description: '京'.repeat(100_000) };
    expect(JSON.parse(Buffer.from(show(long).json).toString())).toMatchObject({
      attributes: { org_unit_type_description: long.description },
    });
  });
});
