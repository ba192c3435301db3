import * as z from 'zod';
import { publicationVersionPattern } from '../../../shared/domain/location/publication/publication-version.ts';
import { downloads } from '../../../shared/domain/location/publication/work-centre-export.ts';
import { textParam } from '../../../shared/http/query-params.ts';

const versionParam = textParam().pipe(
  z
    .string()
    .regex(publicationVersionPattern, 'must be a version as the header waypost-catalogue-version names it')
    .optional(),
);

/** Query parameters of exportWorkCentres: which file, and since which version. The specification has neither. */
export const downloadQuery = z
  .object({
    format: textParam().pipe(z.enum(downloads).default('json')),
    since: versionParam,
  })
  .refine(({ format, since }) => since === undefined || format === 'changes', {
    path: ['since'],
    message: 'must be given with format=changes only',
  });
