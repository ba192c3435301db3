import * as z from 'zod/mini';
import {
  absentable,
  absentableOr,
  absentableTextUpTo,
  expecting,
  listUpTo,
  longestDescription,
  longestName,
  longestUrlText,
  neededTextUpTo,
  oneOf,
  serviceCodeField,
  urlEncoded,
  withoutAbsent,
  yesOrNo,
} from '../import-field.ts';
import { type Capability, hoursSources } from './capability.ts';

/** Maximum number of categories. Version 3 repeats all that a service says at every location that offers it. */
const mostCategories = 20;

const name = neededTextUpTo(longestName);

const category = z.pipe(
  z.object({ id: name, name, description: absentableTextUpTo(longestUrlText) }, expecting('an object')),
  z.transform(({ id, name, description }) => ({ id, name, description: description ?? urlEncoded(name) })),
);

const line = z.object(
  {
    service_code: serviceCodeField,
    capability_id: name,
    name,
    description: name,
    details: absentableTextUpTo(longestDescription),
    url_name: absentableTextUpTo(longestUrlText),
    appointment_required: absentableOr(yesOrNo, false),
    searchable: absentableOr(yesOrNo, true),
    service_offering: absentableOr(yesOrNo, true),
    hours_from: absentable(z.enum(hoursSources, oneOf(hoursSources))),
    categories: absentableOr(listUpTo(category, mostCategories, 'categories'), []),
    partner_code: absentableTextUpTo(longestName),
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

/** One line of the services file. Issues use the field names of the file. */
export const capabilityRecord = z.pipe(line, z.transform(toCapability));
