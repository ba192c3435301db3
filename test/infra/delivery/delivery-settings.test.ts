import { describe, expect, it } from 'vitest';
import { deliverySettingsOf, repositoryName } from '../../../infra/delivery/delivery-settings.ts';

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

  it('follow the qualifier of the bootstrap stack that the CDK itself knows', () => {
    const context = { repository: 'example/waypost', '@aws-cdk/core:bootstrapQualifier': 'waypost' };
    expect(given(context).qualifier).toBe('waypost');
  });
});
