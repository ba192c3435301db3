import type { AccessPolicy } from '../../../shared/domain/access/access-policy.ts';

/** Evaluates a policy as IAM does: `*` matches any text including slashes, and a matching Deny overrides any Allow. */
export const policyAllows = ({ Statement }: Pick<AccessPolicy, 'Statement'>, methodArn: string): boolean => {
  const literal = (text: string) => text.replaceAll(/[.:/-]/g, String.raw`\$&`);
  const matches = (pattern: string) =>
    new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`).test(methodArn);
  const effects = Statement.filter(({ Resource }) => Resource.some(matches)).map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
};
