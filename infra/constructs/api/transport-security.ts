import { EndpointAccessMode, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';

/**
 * TLS policy: 1.3, and 1.2 with forward secrecy only, with post-quantum key exchange for clients that support it. The
 * default of a regional API allows TLS 1.0. The server name of a connection must match its requests. A custom domain
 * needs the same policy as its API, so both use this.
 */
export const transportSecurity = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
};
