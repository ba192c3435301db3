import { Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { PortalContent } from '../../infra/constructs/portal/portal-upload.ts';

/** Portal content with one unbuilt file, and one document that contains the API's address. */
export const unbuiltPortal: PortalContent = {
  files: Source.data('index.html', 'the portal'),
  siteFiles: ({ origin, isListed, hasOutlets, contacts }) => ({
    'robots.txt': `${isListed ? 'Allow' : 'Disallow'}: /\nSitemap: ${origin}/sitemap.xml${hasOutlets ? ' and outlets' : ''}`,
    'llms.txt': `Ask ${contacts.contact ?? 'nobody'}`,
  }),
  openApiDocuments: (api) => ({ 'locations-v3': { servers: [{ url: `${api}/locations/v3` }] } }),
};
