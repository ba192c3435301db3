import { describe, expect, it } from 'vitest';
import {
  contextArguments,
  deliverySettingsOf,
  publishedStages,
  repositoryName,
} from '../../../infra/delivery/delivery-settings.ts';

const given = (context: Readonly<Record<string, unknown>>) => deliverySettingsOf((name) => context[name]);

describe('the settings of the delivery', () => {
  it('need a repository alone, and say how to give it', () => {
    expect(given({ repository: 'example/waypost' })).toEqual({
      repository: 'example/waypost',
      branch: 'main',
      qualifier: 'hnb659fds',
    });
    expect(() => given({})).toThrow(/repository is missing[\s\S]*-c repository=OWNER\/NAME/);
  });

  it('take a repository with the numbers that its tokens carry, and know its name without them', () => {
    const settings = given({ repository: 'example@12/waypost@345' });
    expect(settings.repository).toBe('example@12/waypost@345');
    expect(repositoryName(settings)).toBe('example/waypost');
  });

  it.each(['waypost', 'example/*', 'example/waypost:ref', 'example@12/waypost', 'a/b/c', ''])(
    'refuse the repository %o, which would let others in or nobody',
    (repository) => {
      expect(() => given({ repository })).toThrow(/repository must be OWNER\/NAME/);
    },
  );

  it('name everything that is wrong at once', () => {
    const wrong = { repository: 'x', branch: '; id', connectionArn: 'arn:x', oidcProviderArn: 'arn:y' };
    for (const name of Object.keys(wrong)) expect(() => given(wrong)).toThrow(`  ${name} must be`);
  });

  it('know which stages have published before', () => {
    const ofStages = (context: object) =>
      publishedStages(given({ repository: 'example/waypost', ...context }));
    expect(ofStages({})).toEqual(new Set());
    expect(ofStages({ published: 'dev,prod' })).toEqual(new Set(['dev', 'prod']));
    expect(() => ofStages({ published: 'dev,elsewhere' })).toThrow('published must name stages');
    expect(() => ofStages({ published: '' })).toThrow('published must be names of stages');
  });

  it('follow the qualifier of the bootstrap stack that the CDK itself knows', () => {
    const context = { repository: 'example/waypost', '@aws-cdk/core:bootstrapQualifier': 'waypost' };
    expect(given(context).qualifier).toBe('waypost');
  });

  it.each([
    { repository: 'example/waypost' },
    {
      repository: 'example@12/waypost@345',
      branch: 'releases/2',
      oidcProviderArn: 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com',
      connectionArn:
        'arn:aws:codeconnections:eu-west-1:111122223333:connection/00000000-0000-4000-8000-000000000000',
      published: 'dev,prod',
      '@aws-cdk/core:bootstrapQualifier': 'waypost',
    },
  ])('are the same again in a synthesis that is given their context', (context) => {
    const settings = given(context);
    const again = contextArguments(settings).map((argument) => /^-c ([^=]+)=(.*)$/.exec(argument)?.slice(1));
    expect(Object.fromEntries(again.map((pair) => pair ?? []))).toMatchObject(context);
    expect(given(Object.fromEntries(again.map((pair) => pair ?? [])))).toEqual(settings);
  });
});
