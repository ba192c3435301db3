import { type GatewayEvent, headerOf } from './gateway-event.ts';
import { describeKeyHeaderName, type Headers, keyHeaderName } from './headers.ts';
import { formatKeyDescription } from './key-description.ts';

/**
 * Builds the header that describes the key of a request. Returns no header if the request does not ask for it, or
 * needed no key.
 */
export const keyHeader = (event: GatewayEvent | undefined): Headers => {
  const { client, plan, scopes, sandbox, origins } = event?.requestContext.authorizer ?? {};
  if (!event || plan === undefined || scopes === undefined) return {};
  if (headerOf(event, describeKeyHeaderName) !== 'true') return {};
  const description = formatKeyDescription({
    client: origins === undefined ? client : undefined,
    plan,
    scopes: scopes.split(','),
    sandbox: sandbox === 'true',
  });
  return { [keyHeaderName]: description };
};
