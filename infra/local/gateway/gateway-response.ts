import type { GatewayResponse, RestApi } from '../template/rest-api.ts';
import type { BufferedAnswer, HeaderField } from './answer.ts';
import { contextTemplate } from './context-template.ts';
import { type Refusal, type RefusalType, refusalDefaults } from './refusal.ts';
import type { RequestIds } from './request-ids.ts';

const unshapedTemplate = '{"message":$context.error.messageString}';

interface Prepared {
  readonly statusCode: number | undefined;
  readonly headers: readonly HeaderField[];
  readonly render: (variables: ReadonlyMap<string, string>) => string;
}

const prepare = (response: GatewayResponse | undefined): Prepared => {
  const headers = Object.entries(response?.headers ?? {});
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    statusCode: response?.statusCode,
    headers: hasType ? headers : [['content-type', 'application/json'], ...headers],
    // Gateway responses know variables only, no template language; an unknown variable is empty.
    render: contextTemplate(
      response?.template ?? unshapedTemplate,
      '',
      (name) => (variables: ReadonlyMap<string, string>) => variables.get(name),
    ),
  };
};

/** Makes the gateway's own answers: by the response of the refusal's type, else DEFAULT_4XX or DEFAULT_5XX, else as API Gateway does. */
export const gatewayResponder = ({ gatewayResponses, id, stageName }: RestApi) => {
  const fallbackOf = (type: RefusalType) =>
    refusalDefaults[type].statusCode >= 500 ? 'DEFAULT_5XX' : 'DEFAULT_4XX';
  const prepared = new Map<string, Prepared>();
  const preparedFor = (type: RefusalType): Prepared => {
    const known =
      prepared.get(type) ?? prepare(gatewayResponses.get(type) ?? gatewayResponses.get(fallbackOf(type)));
    prepared.set(type, known);
    return known;
  };

  return (refusal: Refusal, { requestId, extendedRequestId }: RequestIds): BufferedAnswer => {
    const { statusCode, headers, render } = preparedFor(refusal.type);
    const variables = {
      requestId,
      extendedRequestId,
      apiId: id,
      stage: stageName,
      'error.message': refusal.clientMessage ?? 'null',
      'error.messageString': JSON.stringify(refusal.clientMessage),
      'error.responseType': refusal.type,
    };
    const body = render(new Map(Object.entries(variables)));
    return {
      kind: 'buffered',
      statusCode: statusCode ?? refusal.statusCode,
      headers,
      body,
      closesConnection: refusal.closesConnection,
    };
  };
};
export type GatewayResponder = ReturnType<typeof gatewayResponder>;
