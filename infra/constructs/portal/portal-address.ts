import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { DomainSettings } from '../../stages/domain-settings.ts';

export interface PortalAddressProps {
  readonly distribution: Distribution;
  readonly domain: DomainSettings;
}

/** DNS records that point the portal's name to CloudFront, if its zone is in Route 53. */
export class PortalAddress extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { distribution, domain: { name, hostedZone } }: PortalAddressProps,
  ) {
    super(scope, id);
    if (!hostedZone) return;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: hostedZone.id,
      zoneName: hostedZone.name,
    });
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    new ARecord(this, 'Address', { zone, recordName: name, target });
    new AaaaRecord(this, 'AddressOfIpv6', { zone, recordName: name, target });
  }
}
