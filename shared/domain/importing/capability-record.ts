import * as z from 'zod/mini';
import { type Capability, hoursSources } from '../capability/capability.ts';
import {
  expecting,
  listUpTo,
  maxDescription,
  maxName,
  maxUrlText,
  oneOf,
  optional,
  optionalOr,
  optionalTextUpTo,
  requiredTextUpTo,
  serviceCodeField,
  toRecord,
  yesOrNo,
} from './import-field.ts';

/** Maximum number of categories. Version 3 repeats the whole service at every location that offers it. */
const maxCategories = 20;

const name = requiredTextUpTo(maxName);

const category = z.pipe(
  z.object({ id: name, name, description: optionalTextUpTo(maxUrlText) }, expecting('an object')),
  z.transform(({ id, name, description }) => ({ id, name, description: description ?? urlEncoded(name) })),
);

const line = z.object(
  {
    service_code: serviceCodeField,
    capability_id: name,
    name,
    description: name,
    details: optionalTextUpTo(maxDescription),
    url_name: optionalTextUpTo(maxUrlText),
    appointment_required: optionalOr(yesOrNo, false),
    searchable: optionalOr(yesOrNo, true),
    service_offering: optionalOr(yesOrNo, true),
    hours_from: optional(z.enum(hoursSources, oneOf(hoursSources))),
    categories: optionalOr(listUpTo(category, maxCategories, 'categories'), []),
    partner_code: optionalTextUpTo(maxName),
  },
  expecting('an object'),
);

const toCapability = (from: z.infer<typeof line>): Capability => ({
  ...toRecord(from),
  urlName: from.url_name ?? urlEncoded(from.description),
  partnerCode: from.partner_code ?? 'AP',
});

/** One line of the services file. Issues use the field names of the file. */
export const capabilityRecord = z.pipe(line, z.transform(toCapability));

/** URL-encodes a name; a lone surrogate becomes U+FFFD. */
function urlEncoded(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}
