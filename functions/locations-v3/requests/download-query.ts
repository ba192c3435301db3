import * as z from 'zod';
import { publicationVersionPattern } from '../../../shared/domain/location/publication/publication-version.ts';
import { downloads } from '../../../shared/domain/location/publication/work-centre-export.ts';
import { textParam } from '../../../shared/http/query-params.ts';

const versionParam = textParam().pipe(
  z
    .string()
    .regex(publicationVersionPattern, 'must be a version from the waypost-catalogue-version header')
    .optional(),
);

/** Query parameters of exportWorkCentres. The specification has none of them. */
export const downloadQuery = z
  .object({
    format: textParam().pipe(z.enum(downloads).default('json')),
    since: versionParam,
    redirect: textParam().pipe(z.enum(['true', 'false']).default('true')),
  })
  .refine(({ format, since }) => since === undefined || format === 'changes', {
    path: ['since'],
    message: 'is allowed only with format=changes',
  });
