import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { addAliasRecords } from '../constructs/alias-records.ts';
import { AccessLogBucket, PrivateBucket } from '../constructs/data/buckets.ts';
import { PortalDistribution } from '../constructs/portal/portal-distribution.ts';
import { PortalHeaders } from '../constructs/portal/portal-headers.ts';
import { type PortalContent, PortalUpload } from '../constructs/portal/portal-upload.ts';
import { recordReference } from '../constructs/recorded-reference.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';

export interface PortalStackProps extends StackProps {
  readonly stage: StageSettings;
  readonly data: DataStack;
  readonly api: ApiStack;
  /**
   * Built portal. If absent, nothing is uploaded, because the local stack serves the files with the same headers at the
   * API's address.
   */
  readonly content?: PortalContent | undefined;
}

/** Stack of the developer portal: files in a private bucket behind CloudFront. Everything in it can be recreated. */
export class PortalStack extends Stack {
  constructor(scope: Construct, id: string, { stage, data, api, content, ...props }: PortalStackProps) {
    super(scope, id, props);
    const { domain, basemap } = stage.portal;
    // S3 access logs contain the requests from CloudFront and from deployments, but no visitors' addresses.
    const logs = new AccessLogBucket(this, 'Logs', stage);
    const files = new PrivateBucket(this, 'Files', {
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'files/',
    });
    const headers = new PortalHeaders(this, 'Headers', content && api.origin, basemap);
    const { published } = data;
    const distribution = new PortalDistribution(this, 'Distribution', { files, published, headers, domain });
    if (domain) addAliasRecords(new Construct(this, 'Address'), domain, new CloudFrontTarget(distribution));
    if (content) {
      new PortalUpload(this, 'Upload', { stage, content, files, distribution, api: api.address });
      // If there is a domain, the pages contain the domain instead of the API's id.
      if (!stage.domain) recordReference(this, 'RestApi', api.api.restApiId);
    }
    const host = distribution.distributionDomainName;
    new CfnOutput(this, 'PortalUrl', { value: `https://${domain?.name ?? host}/` });
    if (domain && !domain.hostedZone) new CfnOutput(this, 'PortalDomainTarget', { value: host });
  }
}
