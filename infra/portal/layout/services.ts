import type { Service } from '../../../shared/domain/access/service.ts';

interface DescribedService {
  readonly service: Service;
  readonly name: string;
  /** HTML: what it is for, in a sentence or two. */
  readonly about: string;
}

/** The three services as the portal presents them. */
export const describedServices: readonly DescribedService[] = [
  {
    service: 'locations-v3',
    name: 'Locations v3',
    about:
      'Post offices, delivery centres, street post boxes, parcel lockers and outstations as work centres: search by place or by any field, page through all of them, or export the whole network.',
  },
  {
    service: 'locations-v2',
    name: 'Locations v2',
    about:
      'The same places as points, by postcode, work centre, delivery point, type or distance. For partners who already use it; new ones take version 3.',
  },
  {
    service: 'bill-management',
    name: 'Bill management',
    about:
      'The billers whose bills can be paid at a post office, what a payment to each needs, and enquiries of customers about bills.',
  },
];
