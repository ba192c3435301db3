import { Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { PortalContent } from '../constructs/portal/portal-upload.ts';
import { openApiDocuments } from '../openapi/openapi-documents.ts';
import { siteFiles } from './pages/site-files.ts';

/** The portal that was built into a folder, as stages upload it. */
export const portalContent = (folder: string): PortalContent => ({
  files: Source.asset(folder),
  openApiDocuments: (api) => openApiDocuments({ origin: api }),
  siteFiles,
});
