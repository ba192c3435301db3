import { describe, expect, it } from 'vitest';
import { workCentreResponse } from '../../../functions/locations-v3/contract.ts';
import type { OperationalCapability } from '../../../shared/wire/work-centre.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import type { ServiceClient } from '../service-client.ts';
import { expectedWorkCentre, withoutHours } from './expected-work-centre.ts';

const at = (hour: number, minute = 0) => ({ hour, minute });
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI'];

const usualWeek = [
  ...weekdays.flatMap((day) => [
    { day, open: at(9), close: at(12, 30) },
    { day, open: at(13, 15), close: at(17) },
  ]),
  { day: 'SAT', open: at(9), close: at(12, 30) },
];

export const workCentreSuite = (client: ServiceClient) => {
  const get = async (id: string) => {
    const { workcentres } = await client.get(`/workcentres/${id}`, workCentreResponse);
    return workcentres[0];
  };
  const capabilityOf = async (id: string, capabilityId: string): Promise<OperationalCapability | undefined> =>
    (await get(id)).attributes.operational_capabilities?.find((capability) => capability.id === capabilityId);

  describe('getWorkCentre', () => {
    it('shows every work centre as in its record', async () => {
      for (const record of fixtureNetwork.locations) {
        const centre = await get(record.location_code);
        expect(withoutHours(centre)).toEqual(expectedWorkCentre(record, 0));
      }
    });

    it('shows the usual hours of a capability, without lunch', async () => {
      const outlet = fixtureNetwork.locations.find(({ type }) => type === 'PO')?.location_code ?? '';
      expect((await capabilityOf('900030_PO', 'BILL_PAYMENT'))?.attributes.standard_hours).toEqual({
        periods: usualWeek,
      });
      expect((await capabilityOf('900030_PO', 'PARCEL_COLLECTION'))?.attributes.standard_hours).toEqual({
        periods: weekdays.map((day) => ({ day, open: at(7), close: at(9) })),
      });
      expect((await capabilityOf(outlet, 'PASSPORT'))?.attributes.standard_hours).toEqual({
        periods: ['TUE', 'THU'].map((day) => ({ day, open: at(10), close: at(15, 30) })),
      });
    });

    it('shows the current hours of seven consecutive days', async () => {
      const order = [...weekdays, 'SAT', 'SUN'];
      const periods =
        (await capabilityOf('900030_PO', 'BILL_PAYMENT'))?.attributes.current_hours?.periods ?? [];
      const days = [...new Set(periods.map(({ day }) => day))];
      const first = order.indexOf(days[0] ?? '');
      expect(days).toEqual([...order.slice(first), ...order.slice(0, first)]);
    });

    const hoursOn = async (day: string, capabilityId: string) => {
      const hours = (await capabilityOf('900050_PO', capabilityId))?.attributes.current_hours;
      return hours?.periods.filter((period) => period.day === day);
    };

    it("limits the hatch, but not capabilities with their own hours, to the location's special hours", async () => {
      const periodsOf = (type: string, open: number, close: number) => [
        { day: 'FRI', type, open: at(open), close: at(close) },
      ];
      expect(await hoursOn('FRI', 'BILL_PAYMENT')).toEqual(periodsOf('SPECIAL_HOURS', 10, 12));
      expect(await hoursOn('FRI', 'STAMPS')).toEqual(periodsOf('SPECIAL_HOURS', 10, 12));
      expect(await hoursOn('FRI', 'PARCEL_COLLECTION')).toEqual(periodsOf('SPECIAL_HOURS', 10, 11));
      expect(await hoursOn('FRI', 'PASSPORT')).toEqual(periodsOf('HOURS', 6, 20));
    });

    it('shows no hours for a capability without usual hours, even if it has special dates', async () => {
      const capabilities = (await get('900051_PO')).attributes.operational_capabilities ?? [];
      expect(capabilities.map(({ id }) => id)).toEqual(['BILL_PAYMENT', 'STAMPS', 'PARCEL_COLLECTION']);
      const express = await capabilityOf('900050_PO', 'EXPRESS_BOX');
      for (const capability of [...capabilities, express]) {
        expect(capability?.attributes).not.toHaveProperty('standard_hours');
        expect(capability?.attributes).not.toHaveProperty('current_hours');
      }
    });

    it.each(['1_PO', '900030_po', '__proto__', 'x'.repeat(5000), '%F0%9F%93%AE', '900030_PO%20', 'a%2Fb'])(
      'B26 B27 B28 returns 404 for the work centre %.20s',
      async (id) => client.expectNotFound(`/workcentres/${id}`),
    );

    it.each(['%zz', '%', '%c0%80', '%ff', '%00', '%0d%0aX:%201', '%2e%2e%2f'])(
      'B27 returns a documented error for %s',
      async (id) => {
        const response = await client.send(`/workcentres/${id}`);
        expect([400, 404]).toContain(response.status);
        expect(client.failuresOf(response)).toHaveLength(1);
        expect(response.headers).not.toHaveProperty('x');
      },
    );
  });
};
