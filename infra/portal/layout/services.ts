import type { Service } from '../../../shared/domain/access/service.ts';

interface DescribedService {
  readonly service: Service;
  readonly name: string;
  /** Plain text: its purpose in one or two sentences. */
  readonly about: string;
}

/** The three services as the portal presents them. */
export const describedServices: readonly DescribedService[] = [
  {
    service: 'locations-v3',
    name: 'Locations v3',
    about:
      'Post offices, delivery centres, street post boxes, parcel lockers and outstations: search by place, name or any field, page through all of them, or export the whole network.',
  },
  {
    service: 'locations-v2',
    name: 'Locations v2',
    about:
      'The same locations by postcode, work centre, delivery point, type or distance, for existing clients. New integrations should use version 3.',
  },
  {
    service: 'bill-management',
    name: 'Bill management',
    about:
      'Billers whose bills can be paid at a post office, the rules for a payment to each, and customer enquiries about bills.',
  },
];
