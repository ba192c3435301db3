import * as z from 'zod';
import type { DeployedPortal } from './deployed-portal.ts';
import { readProperties, unsupported } from './read-properties.ts';
import type { ResolvedResource } from './resolved-resource.ts';
import { readResponseHeaders } from './response-headers.ts';

const behaviour = z.object({
  ResponseHeadersPolicyId: z.string(),
  FunctionAssociations: z
    .array(z.strictObject({ EventType: z.literal('viewer-request'), FunctionARN: z.string() }))
    .length(1),
});

/** Certificates, logs and what becomes of a page that is not there have no meaning on one machine. */
const distributionProperties = z.object({
  DistributionConfig: z.object({
    DefaultRootObject: z.literal('index.html'),
    DefaultCacheBehavior: behaviour,
    CacheBehaviors: z.array(behaviour.extend({ PathPattern: z.string() })),
  }),
});

const functionProperties = z.object({ FunctionCode: z.string() });

/** What CloudFront is told of the portal; undefined where the templates have no distribution. Throws UnsupportedTemplate. */
export const readPortal = (resources: readonly ResolvedResource[]): DeployedPortal | undefined => {
  const [distribution, ...others] = resources.filter(({ type }) => type === 'AWS::CloudFront::Distribution');
  if (distribution === undefined) return undefined;
  if (others.length > 0) throw unsupported(distribution, 'there can be only one');
  const { DistributionConfig: config } = readProperties(distributionProperties, distribution, []);
  const named = (type: string, name: string): ResolvedResource => {
    const found = resources.find((each) => each.type === type && each.name === name);
    if (found === undefined) throw unsupported(distribution, `the templates have no ${type} ${name}`);
    return found;
  };
  const headersOf = ({ ResponseHeadersPolicyId: id }: z.infer<typeof behaviour>) =>
    readResponseHeaders(named('AWS::CloudFront::ResponseHeadersPolicy', id));

  const programs = new Set(
    [config.DefaultCacheBehavior, ...config.CacheBehaviors].flatMap(({ FunctionAssociations }) =>
      FunctionAssociations.map(({ FunctionARN }) => FunctionARN.replace(/\.FunctionARN$/, '')),
    ),
  );
  const [program, ...more] = programs;
  if (program === undefined || more.length > 0)
    throw unsupported(distribution, 'its behaviours must have one function in common');
  const { FunctionCode } = readProperties(
    functionProperties,
    named('AWS::CloudFront::Function', program),
    [],
  );
  return {
    viewerRequest: FunctionCode,
    behaviours: [
      ...config.CacheBehaviors.map((each) => ({ pathPattern: each.PathPattern, headers: headersOf(each) })),
      { pathPattern: '*', headers: headersOf(config.DefaultCacheBehavior) },
    ],
  };
};
