import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { PortalContent } from '../constructs/portal/portal-upload.ts';
import { openApiDocuments } from '../openapi/openapi-documents.ts';
import { withContacts } from './pages/contacts.ts';
import { siteFiles } from './pages/site-files.ts';

/** Returns the portal built in a folder, in the form that stages upload. */
export const portalContent = (folder: string): PortalContent => ({
  files: Source.asset(folder),
  openApiDocuments: (api) => openApiDocuments({ origin: api }),
  siteFiles: (options) => ({
    ...siteFiles(options),
    'support/index.html': withContacts(
      readFileSync(join(folder, 'support/index.html'), 'utf8'),
      options.contacts,
    ),
  }),
});
