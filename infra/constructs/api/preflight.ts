import { Validations } from 'aws-cdk-lib';
import {
  AuthorizationType,
  ContentHandling,
  type IResource,
  type Method,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { allowedRequestHeaders, commonHeaders } from '../../../shared/http/headers.ts';

/** Cache time of a preflight response in seconds: the maximum that Chromium allows. */
const maxAgeSeconds = 7200;

const headersFor = (methods: readonly string[]): Record<string, string> => ({
  'access-control-allow-origin': commonHeaders['access-control-allow-origin'],
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': allowedRequestHeaders.join(', '),
  'access-control-max-age': String(maxAgeSeconds),
  'cache-control': commonHeaders['cache-control'],
  'x-content-type-options': commonHeaders['x-content-type-options'],
  'strict-transport-security': commonHeaders['strict-transport-security'],
});

/**
 * Adds an OPTIONS method that returns 204 to preflight requests from any origin, without a key or a function. The body
 * is converted to text, because API Gateway treats all bodies as binary, which a mock integration cannot read.
 */
export const addPreflight = (resource: IResource, methods: readonly string[]): void => {
  const headers = Object.entries(headersFor(methods)).map(
    ([name, value]) => [`method.response.header.${name}`, `'${value}'`] as const,
  );
  const preflight = resource.addMethod(
    'OPTIONS',
    new MockIntegration({
      contentHandling: ContentHandling.CONVERT_TO_TEXT,
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: { 'application/json': '{"statusCode":204}' },
      integrationResponses: [{ statusCode: '204', responseParameters: Object.fromEntries(headers) }],
    }),
    {
      authorizationType: AuthorizationType.NONE,
      apiKeyRequired: false,
      methodResponses: [
        { statusCode: '204', responseParameters: Object.fromEntries(headers.map(([name]) => [name, true])) },
      ],
    },
  );
  acknowledgeOpen(
    preflight,
    'Browsers send no key with a preflight. The response is fixed, and no function is invoked.',
  );
};

/** Records why a method needs no key. The template checks report open methods without such a reason. */
export const acknowledgeOpen = (method: Method, reason: string): void => {
  Validations.of(method).acknowledge({ id: 'AwsSolutions-APIG4', reason });
};
