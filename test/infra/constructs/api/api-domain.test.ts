import { describe, expect, it } from 'vitest';
import { stages } from '../../../../infra/stages/stages.ts';
import { propertiesOf, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const domain = {
  name: 'api.example.org',
  certificateArn: 'arn:aws:acm:ap-southeast-2:123456789012:certificate/12345678-1234-1234-1234-123456789012',
};
const hostedZone = { id: 'Z0123456789AB', name: 'example.org' };
const withoutDomain = synthesiseStage(stages.prod).api;
const withDomain = synthesiseStage({ ...stages.prod, domain }).api;
const withZone = synthesiseStage({ ...stages.prod, domain: { ...domain, hostedZone } }).api;

describe('the domain of the API', () => {
  it('is regional, reachable over IPv4 and IPv6, and requires TLS 1.2', () => {
    expect(propertiesOf(withDomain, 'AWS::ApiGateway::DomainName')).toEqual([
      {
        DomainName: 'api.example.org',
        RegionalCertificateArn: domain.certificateArn,
        EndpointConfiguration: { Types: ['REGIONAL'], IpAddressType: 'dualstack' },
        SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
        EndpointAccessMode: 'STRICT',
      },
    ]);
  });

  it('maps to the stage without a base path, so that paths are those of the contract', () => {
    const mappings = propertiesOf(withDomain, 'AWS::ApiGateway::BasePathMapping');
    expect(mappings.map((mapping) => Object.keys(mapping).toSorted())).toEqual([
      ['DomainName', 'RestApiId', 'Stage'],
    ]);
  });

  it('replaces API Gateway’s own address, which is disabled', () => {
    expect(withDomain.Outputs.ApiUrl?.Value).toBe('https://api.example.org/');
    const [restApi] = propertiesOf(withDomain, 'AWS::ApiGateway::RestApi');
    expect(restApi).toMatchObject({ DisableExecuteApiEndpoint: true });
  });

  it('gets alias records for IPv4 and IPv6 in its hosted zone', () => {
    const records = propertiesOf(withZone, 'AWS::Route53::RecordSet');
    expect(records.map(({ Type }) => Type).toSorted()).toEqual(['A', 'AAAA']);
    for (const record of records) {
      expect(record).toMatchObject({ Name: 'api.example.org.', HostedZoneId: hostedZone.id });
      expect(JSON.stringify(record.AliasTarget)).toContain('RegionalDomainName');
    }
    expect(withZone.Outputs).not.toHaveProperty('ApiDomainTarget');
  });

  it('has its target as an output for an external DNS if there is no hosted zone', () => {
    expect(propertiesOf(withDomain, 'AWS::Route53::RecordSet')).toEqual([]);
    expect(JSON.stringify(withDomain.Outputs.ApiDomainTarget?.Value)).toContain('RegionalDomainName');
  });
});

it('a stage without a domain uses API Gateway’s own address', () => {
  expect(propertiesOf(withoutDomain, 'AWS::ApiGateway::DomainName')).toEqual([]);
  const [restApi] = propertiesOf(withoutDomain, 'AWS::ApiGateway::RestApi');
  expect(restApi).toMatchObject({ DisableExecuteApiEndpoint: false });
  expect(JSON.stringify(withoutDomain.Outputs.ApiUrl?.Value)).toContain('.execute-api.');
  expect(withoutDomain.Outputs).not.toHaveProperty('ApiDomainTarget');
});
