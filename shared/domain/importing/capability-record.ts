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
  optionalText,
  requiredText,
  serviceCodeField,
  toRecord,
  yesOrNo,
} from './import-field.ts';

/** Maximum number of categories, because version 3 repeats them at every location that offers the service. */
const maxCategories = 20;

const name = requiredText(maxName);

const category = z.pipe(
  z.object({ id: name, name, description: optionalText(maxUrlText) }, expecting('an object')),
  z.transform(({ id, name, description }) => ({ id, name, description: description ?? urlEncoded(name) })),
);

const line = z.object(
  {
    service_code: serviceCodeField,
    capability_id: name,
    name,
    description: name,
    details: optionalText(maxDescription),
    url_name: optionalText(maxUrlText),
    appointment_required: optionalOr(yesOrNo, false),
    searchable: optionalOr(yesOrNo, true),
    service_offering: optionalOr(yesOrNo, true),
    hours_from: optional(z.enum(hoursSources, oneOf(hoursSources))),
    categories: optionalOr(listUpTo(category, maxCategories, 'categories'), []),
    partner_code: optionalText(maxName),
  },
  expecting('an object'),
);

const toCapability = (from: z.infer<typeof line>): Capability => ({
  ...toRecord(from),
  urlName: from.url_name ?? urlEncoded(from.description),
  partnerCode: from.partner_code ?? 'AP',
});

/** Schema of a line in the services file. Issues use the field names of the file. */
export const capabilityRecord = z.pipe(line, z.transform(toCapability));

/** URL-encodes a name. A lone surrogate is replaced by U+FFFD. */
function urlEncoded(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}
