import { describe, expect, it } from 'vitest';
import { stages } from '../../../infra/stages/stages.ts';
import {
  propertiesOf,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../support/templates/synthesised-stage.ts';

const certificateIn = (region: string) =>
  `arn:aws:acm:${region}:123456789012:certificate/12345678-1234-1234-1234-123456789012`;
const hostedZone = { id: 'Z0123456789AB', name: 'example.org' };
const apiDomain = { name: 'api.example.org', certificateArn: certificateIn('ap-southeast-2') };
const portalDomain = { name: 'developers.example.org', certificateArn: certificateIn('us-east-1') };

const apiWith = (domain: object) => synthesiseStage({ ...stages.prod, ...domain }).api;
const portalWith = (portal: object) => synthesiseStage({ ...stages.prod, portal }).portal;

describe.each([
  {
    of: 'the API',
    name: apiDomain.name,
    withoutDomain: apiWith({}),
    withDomain: apiWith({ domain: apiDomain }),
    withZone: apiWith({ domain: { ...apiDomain, hostedZone } }),
    url: 'ApiUrl',
    target: 'ApiDomainTarget',
    ownAddress: '.execute-api.',
    aliasOf: 'RegionalDomainName',
  },
  {
    of: 'the portal',
    name: portalDomain.name,
    withoutDomain: portalWith({}),
    withDomain: portalWith({ domain: portalDomain }),
    withZone: portalWith({ domain: { ...portalDomain, hostedZone } }),
    url: 'PortalUrl',
    target: 'PortalDomainTarget',
    ownAddress: '"DomainName"',
    aliasOf: 'DomainName',
  },
])('the domain of $of', ({ name, withoutDomain, withDomain, withZone, url, target, ownAddress, aliasOf }) => {
  it('has alias records for IPv4 and IPv6 in its hosted zone', () => {
    const records = propertiesOf(withZone, 'AWS::Route53::RecordSet');
    expect(records.map(({ Type }) => Type).toSorted()).toEqual(['A', 'AAAA']);
    for (const record of records) {
      expect(record).toMatchObject({ Name: `${name}.`, HostedZoneId: hostedZone.id });
      expect(JSON.stringify(record.AliasTarget)).toContain(aliasOf);
    }
    expect(withZone.Outputs).not.toHaveProperty(target);
  });

  it('is the stage’s address, and its target is an output for external DNS', () => {
    expect(withDomain.Outputs[url]?.Value).toBe(`https://${name}/`);
    expect(propertiesOf(withDomain, 'AWS::Route53::RecordSet')).toEqual([]);
    expect(JSON.stringify(withDomain.Outputs[target]?.Value)).toContain(aliasOf);
  });

  it('is optional: without it, the stage uses an AWS address', () => {
    expect(JSON.stringify(withoutDomain.Outputs[url]?.Value)).toContain(ownAddress);
    expect(withoutDomain.Outputs).not.toHaveProperty(target);
  });
});

describe('the domain of the API', () => {
  const template = apiWith({ domain: apiDomain });

  it('is regional, reachable over IPv4 and IPv6, and requires TLS 1.2', () => {
    expect(propertiesOf(template, 'AWS::ApiGateway::DomainName')).toEqual([
      {
        DomainName: apiDomain.name,
        RegionalCertificateArn: apiDomain.certificateArn,
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
    expect(isDisabled(apiWith({}))).toEqual([false]);
  });
});

it('the domain of the portal requires TLS 1.2 with its certificate', () => {
  const [distribution] = propertiesOf(portalWith({ domain: portalDomain }), 'AWS::CloudFront::Distribution');
  expect(distribution).toMatchObject({
    DistributionConfig: {
      Aliases: [portalDomain.name],
      ViewerCertificate: {
        AcmCertificateArn: portalDomain.certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    },
  });
});
