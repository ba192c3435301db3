import { describe, expect, it } from 'vitest';
import { stages } from '../../../infra/stages/stages.ts';
import { externalDnsStage, fullStage } from '../../support/templates/configured-stages.ts';
import {
  propertiesOf,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../support/templates/synthesised-stage.ts';

const prod = synthesiseStage(stages.prod);
const withZones = synthesiseStage(fullStage);
const withDomains = synthesiseStage(externalDnsStage);

describe.each([
  { part: 'api', name: 'Api', ownAddress: '.execute-api.', aliasOf: 'RegionalDomainName' },
  { part: 'portal', name: 'Portal', ownAddress: '"DomainName"', aliasOf: 'DomainName' },
] as const)('the domain of the $part', ({ part, name, ownAddress, aliasOf }) => {
  const { domain } = part === 'api' ? fullStage : fullStage.portal;
  const [url, target] = [`${name}Url`, `${name}DomainTarget`];

  it('has alias records for IPv4 and IPv6 in its hosted zone', () => {
    const records = propertiesOf(withZones[part], 'AWS::Route53::RecordSet');
    expect(records.map(({ Type }) => Type).toSorted()).toEqual(['A', 'AAAA']);
    for (const record of records) {
      expect(record).toMatchObject({ Name: `${domain?.name}.`, HostedZoneId: domain?.hostedZone?.id });
      expect(JSON.stringify(record.AliasTarget)).toContain(aliasOf);
    }
    expect(withZones[part].Outputs).not.toHaveProperty(target);
  });

  it('is the stage’s address, and its target is an output for external DNS', () => {
    const { Outputs } = withDomains[part];
    expect(Outputs[url]?.Value).toBe(`https://${domain?.name}/`);
    expect(propertiesOf(withDomains[part], 'AWS::Route53::RecordSet')).toEqual([]);
    expect(JSON.stringify(Outputs[target]?.Value)).toContain(aliasOf);
  });

  it('is optional: without it, the stage uses an AWS address', () => {
    expect(JSON.stringify(prod[part].Outputs[url]?.Value)).toContain(ownAddress);
    expect(prod[part].Outputs).not.toHaveProperty(target);
  });
});

describe('the domain of the API', () => {
  const template = withDomains.api;

  it('is regional, reachable over IPv4 and IPv6, and requires TLS 1.2', () => {
    expect(propertiesOf(template, 'AWS::ApiGateway::DomainName')).toEqual([
      {
        DomainName: externalDnsStage.domain?.name,
        RegionalCertificateArn: externalDnsStage.domain?.certificateArn,
        EndpointConfiguration: { Types: ['REGIONAL'], IpAddressType: 'dualstack' },
        SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
        EndpointAccessMode: 'STRICT',
      },
    ]);
  });

  it('maps to the stage without a base path, so that paths match the contract', () => {
    const mappings = propertiesOf(template, 'AWS::ApiGateway::BasePathMapping');
    expect(mappings.map((mapping) => Object.keys(mapping).toSorted())).toEqual([
      ['DomainName', 'RestApiId', 'Stage'],
    ]);
  });

  it('replaces API Gateway’s default address, which stays enabled on a stage without a domain', () => {
    const isDisabled = (api: SynthesisedTemplate) =>
      propertiesOf(api, 'AWS::ApiGateway::RestApi').map((restApi) => restApi.DisableExecuteApiEndpoint);
    expect(isDisabled(template)).toEqual([true]);
    expect(isDisabled(prod.api)).toEqual([false]);
  });
});

it('the domain of the portal requires TLS 1.2 with its certificate', () => {
  const [distribution] = propertiesOf(withDomains.portal, 'AWS::CloudFront::Distribution');
  expect(distribution).toMatchObject({
    DistributionConfig: {
      Aliases: [externalDnsStage.portal.domain?.name],
      ViewerCertificate: {
        AcmCertificateArn: externalDnsStage.portal.domain?.certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    },
  });
});
