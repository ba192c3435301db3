import {
  CfnDomainName,
  DomainName,
  EndpointType,
  IpAddressType,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { DomainSettings } from '../../stages/stage-settings.ts';
import { addAliasRecords } from '../alias-records.ts';
import { transportSecurity } from './service-api.ts';

/** Custom domain of the API, mapped without a base path, so that paths match the contract. */
export class ApiDomain extends Construct {
  /** Host name to which a CNAME record in an external DNS must point. */
  readonly target: string;

  constructor(scope: Construct, id: string, api: RestApi, domain: DomainSettings) {
    super(scope, id);
    const domainName = new DomainName(this, 'Name', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      endpointType: EndpointType.REGIONAL,
      ...transportSecurity,
      mapping: api,
    });
    // CDK has no property for the IP address type yet. By default, the domain is not reachable over IPv6.
    const { defaultChild } = domainName.node;
    if (defaultChild instanceof CfnDomainName) {
      defaultChild.endpointConfiguration = {
        types: [EndpointType.REGIONAL],
        ipAddressType: IpAddressType.DUAL_STACK,
      };
    }
    this.target = domainName.domainNameAliasDomainName;
    addAliasRecords(this, domain, new ApiGatewayDomain(domainName));
  }
}
