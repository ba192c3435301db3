import { describe, expect, it } from 'vitest';
import { stages } from '../../../../infra/stages/stages.ts';
import {
  resourcesOfType,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const domain = {
  name: 'api.example.org',
  certificateArn: 'arn:aws:acm:ap-southeast-2:123456789012:certificate/12345678-1234-1234-1234-123456789012',
};
const hostedZone = { id: 'Z0123456789AB', name: 'example.org' };
const withoutDomain = synthesiseStage(stages.prod).api;
const withDomain = synthesiseStage({ ...stages.prod, domain }).api;
const withZone = synthesiseStage({ ...stages.prod, domain: { ...domain, hostedZone } }).api;

const propertiesOf = (template: SynthesisedTemplate, type: string) =>
  [...resourcesOfType(template, type).values()].map(({ Properties }) => Properties);

describe('the domain of a stage', () => {
  it('is regional, on both kinds of address, and takes TLS 1.2 and 1.3 alone', () => {
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

  it('leads to the stage without a base path, so that paths are those of the contract', () => {
    const [mapping, ...others] = propertiesOf(withDomain, 'AWS::ApiGateway::BasePathMapping');
    expect(Object.keys(mapping ?? {}).toSorted()).toEqual(['DomainName', 'RestApiId', 'Stage']);
    expect(others).toEqual([]);
  });

  it('is the address of the API in place of API Gateway’s own, which is closed', () => {
    expect(withDomain.Outputs.ApiUrl?.Value).toBe('https://api.example.org/');
    expect(propertiesOf(withDomain, 'AWS::ApiGateway::RestApi')).toMatchObject([
      { DisableExecuteApiEndpoint: true },
    ]);
  });

  it('is pointed to by both kinds of alias where the stage names a zone', () => {
    const records = propertiesOf(withZone, 'AWS::Route53::RecordSet');
    expect(records.map(({ Type }) => Type).toSorted()).toEqual(['A', 'AAAA']);
    for (const record of records) {
      expect(record).toMatchObject({ Name: 'api.example.org.', HostedZoneId: hostedZone.id });
      expect(JSON.stringify(record.AliasTarget)).toContain('RegionalDomainName');
    }
    expect(withZone.Outputs).not.toHaveProperty('ApiDomainTarget');
  });

  it('is left to somebody else’s DNS elsewhere, which is told what to point to', () => {
    expect(propertiesOf(withDomain, 'AWS::Route53::RecordSet')).toEqual([]);
    expect(JSON.stringify(withDomain.Outputs.ApiDomainTarget?.Value)).toContain('RegionalDomainName');
  });
});

it('a stage without a domain is reached at API Gateway’s own address', () => {
  expect(propertiesOf(withoutDomain, 'AWS::ApiGateway::DomainName')).toEqual([]);
  expect(propertiesOf(withoutDomain, 'AWS::ApiGateway::RestApi')).toMatchObject([
    { DisableExecuteApiEndpoint: false },
  ]);
  expect(JSON.stringify(withoutDomain.Outputs.ApiUrl?.Value)).toContain('.execute-api.');
  expect(withoutDomain.Outputs).not.toHaveProperty('ApiDomainTarget');
});
