import { expect, it } from 'vitest';
import { readRestApi } from '../../../../infra/local/template/rest-api.ts';

const apiWith = (stage: Readonly<Record<string, unknown>>) => {
  const resource = (type: string, properties: Readonly<Record<string, unknown>>) => ({
    stackName: 'Test-Api',
    logicalId: type,
    name: type,
    type: `AWS::ApiGateway::${type}`,
    properties,
  });
  return readRestApi([resource('RestApi', {}), resource('Stage', { StageName: 'test', ...stage })]);
};

it('the access log has the members that the stage’s format names', () => {
  const Format = '{"id":"$context.requestId","status":"$context.status"}';
  expect(apiWith({ AccessLogSetting: { DestinationArn: 'a log group', Format } }).accessLogFormat).toEqual({
    id: '$context.requestId',
    status: '$context.status',
  });
});

it('a stage without an access log names none', () => {
  expect(apiWith({}).accessLogFormat).toBeUndefined();
});

it.each(['$context.requestId $context.status', '{"status":$context.status}', '{"status":200}', '[]'])(
  'a format that is no JSON of texts is refused: %s',
  (Format) => {
    expect(() => apiWith({ AccessLogSetting: { Format } })).toThrow(/Format/);
  },
);
