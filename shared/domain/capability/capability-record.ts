import * as z from 'zod';
import {
  absentable,
  absentableOr,
  absentableText,
  expecting,
  neededText,
  oneOf,
  serviceCodeField,
  urlEncoded,
  withoutAbsent,
  yesOrNo,
} from '../import-field.ts';
import { type Capability, hoursSources } from './capability.ts';

const category = z
  .object({ id: neededText, name: neededText, description: absentableText }, expecting('an object'))
  .transform(({ id, name, description }) => ({ id, name, description: description ?? urlEncoded(name) }));

const line = z.object(
  {
    service_code: serviceCodeField,
    capability_id: neededText.max(120, 'must have at most 120 characters'),
    name: neededText,
    description: neededText,
    details: absentableText,
    url_name: absentableText,
    appointment_required: absentableOr(yesOrNo, false),
    searchable: absentableOr(yesOrNo, true),
    service_offering: absentableOr(yesOrNo, true),
    hours_from: absentable(z.enum(hoursSources, oneOf(hoursSources))),
    categories: absentableOr(z.array(category, expecting('an array')), []),
    partner_code: absentableText,
  },
  expecting('an object'),
);

const toCapability = (from: z.infer<typeof line>): Capability =>
  withoutAbsent({
    serviceCode: from.service_code,
    capabilityId: from.capability_id,
    name: from.name,
    description: from.description,
    details: from.details,
    urlName: from.url_name ?? urlEncoded(from.description),
    appointmentRequired: from.appointment_required,
    searchable: from.searchable,
    serviceOffering: from.service_offering,
    hoursFrom: from.hours_from,
    categories: from.categories,
    partnerCode: from.partner_code ?? 'AP',
  });

/** One line of the services file. Issues name the fields as the file does. */
export const capabilityRecord = line.transform(toCapability);
