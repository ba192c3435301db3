import type { SparseWorkCentre, WorkCentre, WorkCentreAddress } from '../../../shared/wire/work-centre.ts';
import {
  type FixtureAddress,
  type FixtureLocation,
  type FixtureService,
  fixtureNetwork,
} from '../../support/fixture/fixture-network.ts';
import {
  addressDeliveryPointOf,
  addressesInOrder,
  descriptionOf,
  serviceCodesOf,
} from '../../support/fixture/fixture-oracle.ts';

const expectedAddress = (
  address: FixtureAddress,
  dpid: string,
  directions: string | undefined,
): WorkCentreAddress => ({
  type: address.type ?? 'STREET_ADDRESS',
  attributes: {
    address_line_1: address.address_line_1,
    address_line_2: address.address_line_2,
    address_line_3: address.address_line_3,
    suburb: address.suburb ?? '',
    state: address.state ?? '',
    postcode: address.postcode ?? '',
    country_code: address.country_code ?? 'AU',
    country_name: address.country_name ?? 'Australia',
    dpid,
    directions: address.directions ?? directions,
  },
});

/** Returns a service as version 3 shows it, without its hours. */
export const expectedCapability = (service: FixtureService) => ({
  id: service.capability_id,
  attributes: {
    name: service.description,
    description: service.details,
    appointment_required: service.appointment_required ? ('true' as const) : ('false' as const),
    service_offering: service.service_offering ?? true,
    categories: (service.categories ?? []).map(({ id, name }) => ({ id, name })),
  },
});

const serviceOf = (code: number) => {
  const service = fixtureNetwork.services.find(({ service_code }) => service_code === code);
  return service ? [expectedCapability(service)] : [];
};

/** Returns the work centre that version 3 must show for an imported record, without its hours. */
export const expectedWorkCentre = (record: FixtureLocation, distance: number): WorkCentre => ({
  id: record.location_code,
  type: record.type,
  attributes: {
    business_name: record.name ?? descriptionOf(record),
    business_long_name: record.long_name,
    work_centre_id: `${record.work_centre_id}`,
    phone_number: record.phone_number,
    fax_number: record.fax_number,
    access_restriction_code: record.access_restriction_code,
    location_type_code: record.location_type_code,
    org_unit_type_description: descriptionOf(record),
    operational_capabilities: serviceCodesOf(record).flatMap(serviceOf),
  },
  location: {
    attributes: { lat: record.lat, lon: record.lon, distance },
    addresses: addressesInOrder(record).map((address, index) =>
      expectedAddress(
        address,
        addressDeliveryPointOf(record, address),
        index === 0 ? record.directions : undefined,
      ),
    ),
  },
});

export const withoutHours = <Centre extends WorkCentre | SparseWorkCentre>(centre: Centre): Centre => ({
  ...centre,
  ...(centre.attributes && {
    attributes: {
      ...centre.attributes,
      operational_capabilities: centre.attributes.operational_capabilities?.map((capability) => {
        const { current_hours, standard_hours, ...rest } = capability.attributes ?? {};
        return { ...capability, ...(capability.attributes && { attributes: rest }) };
      }),
    },
  }),
});
