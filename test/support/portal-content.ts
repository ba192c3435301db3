import { Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { PortalContent } from '../../infra/constructs/portal/portal-upload.ts';

/** A portal of one file that is not built, and of one description that says where the API is. */
export const unbuiltPortal: PortalContent = {
  files: Source.data('index.html', 'the portal'),
  openApiDocuments: (api) => ({ 'locations-v3': { servers: [{ url: `${api}/locations/v3` }] } }),
};
