import { EndpointAccessMode, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';

/**
 * TLS 1.3, and 1.2 with forward secrecy alone, with key exchanges that outlast quantum computers for clients that know
 * them. Left to itself a regional API takes TLS 1.0. A connection must be for the name that its request is for. A
 * custom domain has the policy of its API: both say it.
 */
export const transportSecurity = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
};
