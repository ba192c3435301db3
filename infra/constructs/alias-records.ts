import {
  AaaaRecord,
  ARecord,
  HostedZone,
  type IAliasRecordTarget,
  RecordTarget,
} from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { DomainSettings } from '../stages/stage-settings.ts';

/**
 * Adds alias records that point a domain to its target over IPv4 and IPv6, if the domain's hosted zone is in Route 53.
 */
export const addAliasRecords = (
  scope: Construct,
  { name: recordName, hostedZone }: DomainSettings,
  aliasTarget: IAliasRecordTarget,
): void => {
  if (!hostedZone) return;
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  });
  const target = RecordTarget.fromAlias(aliasTarget);
  new ARecord(scope, 'Address', { zone, recordName, target });
  new AaaaRecord(scope, 'AddressOfIpv6', { zone, recordName, target });
};
