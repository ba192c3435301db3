import * as z from 'zod/mini';
import { publicationVersionPattern } from '../../../shared/domain/location/publication/publication-version.ts';
import { downloads } from '../../../shared/domain/location/publication/work-centre-export.ts';
import { textParam } from '../../../shared/http/query-params.ts';

const versionParam = z.pipe(
  textParam(),
  z.optional(
    z
      .string()
      .check(
        z.regex(publicationVersionPattern, 'must be a version from the waypost-catalogue-version header'),
      ),
  ),
);

/** Query parameters of exportWorkCentres. The specification has none of them. */
export const downloadQuery = z
  .object({
    format: z.pipe(textParam(), z._default(z.enum(downloads), 'json')),
    since: versionParam,
    redirect: z.pipe(textParam(), z._default(z.enum(['true', 'false']), 'true')),
  })
  .check(
    z.refine(({ format, since }) => since === undefined || format === 'changes', {
      path: ['since'],
      message: 'is allowed only with format=changes',
    }),
  );
