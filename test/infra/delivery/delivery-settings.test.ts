import { describe, expect, it } from 'vitest';
import { contextArguments, deliverySettingsOf } from '../../../infra/delivery/delivery-settings.ts';

const repository = 'example/waypost';
const repositoryId = '67890';
const parse = (context: Readonly<Record<string, unknown>>) => deliverySettingsOf((name) => context[name]);

describe('the delivery settings', () => {
  it.each(['waypost', 'example/*', 'example/waypost:ref', 'example@12/waypost', 'a/b/c', ''])(
    'reject the repository %o, which would match other repositories or none',
    (wrong) => {
      expect(() => parse({ repository: wrong, repositoryId })).toThrow(/repository must be OWNER\/NAME/);
    },
  );

  it.each(['dev,elsewhere', 'dev,', ''])('reject %o as published stages', (published) => {
    expect(() => parse({ repository, repositoryId, published })).toThrow(
      'published must be a comma-separated list of stages',
    );
  });

  it('report all errors at once', () => {
    const wrong = {
      repository: 'x',
      repositoryId: 'waypost',
      branch: '; id',
      connectionArn: 'arn:x',
      oidcProviderArn: 'arn:y',
    };
    for (const name of Object.keys(wrong)) expect(() => parse(wrong)).toThrow(`  ${name} must be`);
  });

  it.each([
    { repository, repositoryId },
    {
      repository: 'example@12/waypost@345',
      repositoryId: '345',
      branch: 'releases/2',
      oidcProviderArn: 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com',
      connectionArn:
        'arn:aws:codeconnections:eu-west-1:111122223333:connection/00000000-0000-4000-8000-000000000000',
      published: 'dev,prod',
    },
  ])('do not change when they are passed to a synthesis as context arguments', (context) => {
    const settings = parse(context);
    const again = Object.fromEntries(
      contextArguments(settings).map((argument) => /^-c ([^=]+)=(.*)$/.exec(argument)?.slice(1) ?? []),
    );
    expect(again).toEqual({ branch: 'main', ...context });
    expect(parse(again)).toEqual(settings);
  });
});
