import * as z from 'zod';
import { errorResponseOf } from '../../shared/http/error-body.ts';
import { capabilityCategory, workCentre } from '../../shared/wire/locations-v3/work-centre.ts';

/** The bodies of version 3.0, as its specification names and types them; nothing else may stand in an answer. */

const pagination = z
  .strictObject({
    total: z.int().min(0).meta({ description: 'All matches, whatever the page.', format: 'int64' }),
    offset: z.int32().min(0).meta({ description: 'Items skipped.' }),
    size: z.int32().min(0).meta({ description: 'Items in this page.' }),
  })
  .meta({ id: 'Pagination', description: 'Where a page stands in its list.' });
export type Pagination = z.output<typeof pagination>;

const capabilityItem = z
  .strictObject({
    id: z.string().meta({ description: 'What `attribute[operational_capabilities.id]` filters by.' }),
    attributes: z.strictObject({
      name: z.string().optional(),
      description: z.string().optional(),
      appointment_required: z.enum(['true', 'false']).optional(),
      service_offering: z.boolean().optional(),
      categories: z.array(capabilityCategory).optional(),
    }),
  })
  .meta({ id: 'OperationalCapabilityItem', description: 'A capability in the list of all of them.' });
export type CapabilityItem = z.output<typeof capabilityItem>;

/** One page of the work centres that match a search. */
export const workCentresResponse = z
  .strictObject({ pagination, workcentres: z.array(workCentre) })
  .meta({ id: 'WorkCentresResponse' });
export type WorkCentresResponse = z.output<typeof workCentresResponse>;

/** The work centre with the requested id, as a list of one. */
export const workCentreResponse = z
  .strictObject({ workcentres: z.tuple([workCentre]) })
  .meta({ id: 'WorkCentreResponse', description: 'A list of one.' });
export type WorkCentreResponse = z.output<typeof workCentreResponse>;

/** One page of all capabilities, ordered by id. */
export const capabilitiesResponse = z
  .strictObject({ pagination, operational_capabilities: z.array(capabilityItem) })
  .meta({ id: 'OperationalCapabilitiesResponse' });
export type CapabilitiesResponse = z.output<typeof capabilitiesResponse>;

/** The body of every error. */
export const errorResponse = errorResponseOf({
  codes: [
    'CONSTRAINT_VIOLATION',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'METHOD_NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'TOO_MANY_REQUESTS',
    'INTERNAL_SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
  ],
  namesSource: false,
});
