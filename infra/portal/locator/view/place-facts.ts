import type { ShownAddress, ShownWorkCentre } from '../api/answers.ts';
import { addressInWords, addressTypeInWords } from './address-in-words.ts';
import { type Content, element } from './element.ts';

const fact = (name: string, ...content: readonly Content[]): readonly HTMLElement[] => [
  element('dt', {}, name),
  element('dd', {}, ...content),
];

const addressFact = (address: ShownAddress) => {
  const { directions } = address.attributes;
  return fact(
    addressTypeInWords(address.type),
    addressInWords(address),
    directions ? element('span', { class: 'note' }, ` ${directions}`) : undefined,
  );
};

const phoneFact = (number: string) =>
  fact('Phone', element('a', { attributes: { href: `tel:${number.replace(/[^\d+]/g, '')}` } }, number));

const serviceItem = ({
  attributes,
}: NonNullable<ShownWorkCentre['attributes']['operational_capabilities']>[number]) =>
  element(
    'li',
    {},
    attributes.name,
    attributes.appointment_required === 'true'
      ? element('span', { class: 'note' }, ' by appointment')
      : undefined,
  );

/** Addresses, phone and services of a place. */
export const placeFacts = (workCentre: ShownWorkCentre): HTMLElement => {
  const { phone_number: phone, operational_capabilities: services = [] } = workCentre.attributes;
  return element(
    'dl',
    { class: 'facts' },
    ...workCentre.location.addresses.flatMap(addressFact),
    ...(phone ? phoneFact(phone) : []),
    ...(services.length > 0
      ? fact('Services', element('ul', { class: 'services-of-place' }, ...services.map(serviceItem)))
      : []),
  );
};
