import {
  CfnDomainName,
  DomainName,
  EndpointType,
  IpAddressType,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { AaaaRecord, ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { transportSecurity } from './transport-security.ts';

type Domain = NonNullable<StageSettings['domain']>;

export interface ApiDomainProps {
  readonly api: RestApi;
  readonly domain: Domain;
}

/** Custom domain of the API, mapped without a base path, so that paths are those of the contract. */
export class ApiDomain extends Construct {
  readonly url: string;
  /** Target of a CNAME record in an external DNS. */
  readonly target: string;

  constructor(scope: Construct, id: string, { api, domain }: ApiDomainProps) {
    super(scope, id);
    const domainName = new DomainName(this, 'Name', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      endpointType: EndpointType.REGIONAL,
      ...transportSecurity,
      mapping: api,
    });
    // CDK has no property for it yet; without it the domain does not answer over IPv6.
    const { defaultChild } = domainName.node;
    if (defaultChild instanceof CfnDomainName) {
      defaultChild.endpointConfiguration = {
        types: [EndpointType.REGIONAL],
        ipAddressType: IpAddressType.DUAL_STACK,
      };
    }
    this.url = `https://${domain.name}/`;
    this.target = domainName.domainNameAliasDomainName;
    if (domain.hostedZone) this.point(domainName, domain.name, this.zoneOf(domain.hostedZone));
  }

  private zoneOf({ id, name }: NonNullable<Domain['hostedZone']>): IHostedZone {
    return HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: id, zoneName: name });
  }

  private point(domainName: DomainName, recordName: string, zone: IHostedZone): void {
    const target = RecordTarget.fromAlias(new ApiGatewayDomain(domainName));
    new ARecord(this, 'Address', { zone, recordName, target });
    new AaaaRecord(this, 'AddressOfIpv6', { zone, recordName, target });
  }
}
