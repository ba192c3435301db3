import { deskHours, dockHours, foyerHours, type HourLine } from './opening.ts';

const categories = {
  send: { id: 'CAT-SEND', name: 'Sending' },
  receive: { id: 'CAT-RECEIVE', name: 'Receiving' },
  money: { id: 'CAT-MONEY', name: 'Money and bills' },
  identity: { id: 'CAT-IDENTITY', name: 'Identity' },
  shop: { id: 'CAT-SHOP', name: 'Shop' },
} as const;
type Category = keyof typeof categories;

/** Percentage of the locations of each kind that offer the service. */
type Offer = Partial<Record<'PO' | 'UPL' | 'DC' | 'OS', number>>;

export interface SampleService {
  readonly code: number;
  readonly offer: Offer;
  /** Hours of the service at 20% of the locations that offer it. At the others, the location's hours apply. */
  readonly ownHours?: readonly HourLine[];
  readonly line: Readonly<Record<string, unknown>>;
}

const service = (
  code: number,
  description: string,
  category: Category,
  offer: Offer,
  more: Readonly<Record<string, unknown>> = {},
  ownHours?: readonly HourLine[],
): SampleService => ({
  code,
  offer,
  ...(ownHours && { ownHours }),
  line: {
    service_code: code,
    capability_id: `OC${String(code).padStart(4, '0')}`,
    name: description.toUpperCase().replaceAll(/[^A-Z]+/g, '_'),
    description,
    hours_from: 'LOCATION',
    categories: [categories[category]],
    ...more,
  },
});

const appointment = { appointment_required: true };
const atTheHatch = { hours_from: 'HATCH' };

export const sampleServices: readonly SampleService[] = [
  service(1, 'Letters and stamps', 'send', { PO: 100, OS: 90 }),
  service(2, 'Parcels within Australia', 'send', { PO: 100, OS: 80, DC: 30 }),
  service(3, 'Parcels abroad', 'send', { PO: 95, OS: 40 }),
  service(4, 'Express letters', 'send', { PO: 90, OS: 60 }),
  service(5, 'Express parcels', 'send', { PO: 90, OS: 50, DC: 20 }),
  service(6, 'Registered letters', 'send', { PO: 85 }),
  service(7, 'Bulk mail lodgement', 'send', { PO: 20, DC: 70 }, {}, dockHours),
  service(8, 'Prepaid satchels', 'send', { PO: 95, OS: 70 }),
  service(9, 'Courier pick-up', 'send', { DC: 60 }, appointment),
  service(10, 'Parcel locker drop-off', 'send', { UPL: 60 }),
  service(11, 'Customs declarations', 'send', { PO: 70 }),
  service(12, 'Packaging advice', 'send', { PO: 40 }, { searchable: false }),
  service(
    20,
    'Parcel collection',
    'receive',
    { PO: 90, DC: 80 },
    { details: 'Bring the card we left you and photo ID.' },
  ),
  service(21, 'Parcel collection at the window', 'receive', { DC: 90, PO: 15 }, atTheHatch),
  service(22, 'Parcel locker collection', 'receive', { UPL: 100 }),
  service(23, 'Post office boxes', 'receive', { PO: 75, OS: 20 }),
  service(24, 'Private boxes for business', 'receive', { PO: 30, DC: 20 }),
  service(25, 'Mail redirection', 'receive', { PO: 85 }),
  service(26, 'Mail hold', 'receive', { PO: 85 }),
  service(27, 'Poste restante', 'receive', { PO: 65 }),
  service(28, 'Collection after hours', 'receive', { UPL: 80 }),
  service(40, 'Bill payment', 'money', { PO: 97, OS: 50 }),
  service(41, 'Money orders', 'money', { PO: 80 }),
  service(42, 'Banking deposits', 'money', { PO: 75, OS: 20 }),
  service(43, 'Banking withdrawals', 'money', { PO: 75, OS: 20 }),
  service(44, 'Business banking', 'money', { PO: 35 }),
  service(45, 'Money transfers abroad', 'money', { PO: 55 }),
  service(46, 'Foreign currency', 'money', { PO: 25 }),
  service(47, 'Prepaid cards', 'money', { PO: 70 }),
  service(48, 'Cash machine', 'money', { PO: 12 }, { hours_from: undefined }, foyerHours),
  service(60, 'Passport applications', 'identity', { PO: 45 }, appointment, deskHours),
  service(61, 'Passport photos', 'identity', { PO: 50 }),
  service(62, 'Identity checks', 'identity', { PO: 60 }),
  service(63, 'Working with children checks', 'identity', { PO: 40 }, appointment, deskHours),
  service(64, 'Tax file number applications', 'identity', { PO: 42 }),
  service(65, 'Land title identity checks', 'identity', { PO: 18 }, appointment),
  service(66, 'Driver licence renewals', 'identity', { PO: 22 }),
  service(67, 'Electoral enrolment forms', 'identity', { PO: 50 }, { service_offering: false }),
  service(80, 'Stationery', 'shop', { PO: 85, OS: 30 }),
  service(81, 'Gift cards', 'shop', { PO: 70 }),
  service(82, 'Collectable stamps', 'shop', { PO: 48 }),
  service(83, 'Mobile recharge', 'shop', { PO: 88, OS: 30 }),
  service(84, 'Photocopies', 'shop', { PO: 40 }),
];
