import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { PrivateBucket } from '../constructs/data/private-bucket.ts';
import { PortalAddress } from '../constructs/portal/portal-address.ts';
import { PortalDistribution } from '../constructs/portal/portal-distribution.ts';
import { PortalHeaders } from '../constructs/portal/portal-headers.ts';
import { PortalLogBucket } from '../constructs/portal/portal-log-bucket.ts';
import { acknowledgeUploader, type PortalContent, PortalUpload } from '../constructs/portal/portal-upload.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import type { ApiStack } from './api-stack.ts';

export interface PortalStackProps extends StackProps {
  readonly stage: StageSettings;
  readonly api: ApiStack;
  /**
   * Built portal. If absent, nothing is uploaded, and the host of the stack serves the files with the same headers at
   * the API's address.
   */
  readonly content?: PortalContent | undefined;
}

/** Stack of the developer portal: files in a private bucket behind CloudFront. All of it can be recreated. */
export class PortalStack extends Stack {
  constructor(scope: Construct, id: string, { stage, api, content, ...props }: PortalStackProps) {
    super(scope, id, props);
    const { domain, tiles, logs: isLogged = true } = stage.portal;
    const logs = new PortalLogBucket(this, 'Logs', stage);
    const files = new PrivateBucket(this, 'Files', {
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'files/',
    });
    const headers = new PortalHeaders(this, 'Headers', {
      ...(content && { apiOrigin: api.origin }),
      ...(tiles && { tilesOrigin: new URL(tiles.url).origin }),
    });
    const distribution = new PortalDistribution(this, 'Distribution', {
      files,
      logs: isLogged ? logs : undefined,
      headers,
      domain,
    });
    if (domain) new PortalAddress(this, 'Address', { distribution, domain });
    if (content) {
      new PortalUpload(this, 'Upload', { stage, content, files, distribution, api: api.address });
      acknowledgeUploader(this);
    }
    const host = distribution.distributionDomainName;
    new CfnOutput(this, 'PortalUrl', { value: `https://${domain?.name ?? host}/` });
    if (domain && !domain.hostedZone) new CfnOutput(this, 'PortalDomainTarget', { value: host });
  }
}
