import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';

/** What AWS WAF looks back on when it counts the requests of an address. */
const windowSeconds = 300;

/**
 * What one address may ask in that time: twice what the fastest plan with a throttle allows a client, as several
 * clients may share an address. Clients of the plan without one are bounded by it too, unless they come from several.
 */
const requestsOfAnAddress = ({ throttleOf }: StageSettings): number => {
  const rates = Object.values(throttleOf).map(({ ratePerSecond }) => ratePerSecond);
  return 2 * Math.max(100, ...rates) * windowSeconds;
};

/**
 * Rules of the common rule set that would refuse what the contract allows: they count only. Programs need not name
 * themselves. The filters of locations v3 together exceed 2,048 bytes of query, long codes in other scripts 1,024
 * bytes of path, and enquiries the 8 KiB of a body (they may have 128). Enquiries are free text, which may well hold
 * an address, a path or a piece of markup; it is stored as it came, and read by nothing that runs it.
 */
const countedOnly = [
  'NoUserAgent_HEADER',
  'SizeRestrictions_QUERYSTRING',
  'SizeRestrictions_URIPATH',
  'SizeRestrictions_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'CrossSiteScripting_BODY',
];

/** Rule groups that AWS keeps up, and what of each only counts. In all 925 of the 1,500 units that a web ACL includes. */
const managedRuleGroups: readonly (readonly [string, readonly string[]])[] = [
  ['AWSManagedRulesAmazonIpReputationList', []],
  ['AWSManagedRulesKnownBadInputsRuleSet', []],
  ['AWSManagedRulesCommonRuleSet', countedOnly],
];

/** Counts, but no samples: AWS WAF would show those with all their headers, keys among them, and their addresses. */
const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

const rateLimit = (stage: StageSettings): CfnWebACL.RuleProperty => ({
  name: 'RateOfAnAddress',
  priority: 0,
  action: { block: {} },
  statement: {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      evaluationWindowSec: windowSeconds,
      limit: requestsOfAnAddress(stage),
    },
  },
  visibilityConfig: visible('RateOfAnAddress'),
});

const managedRules = (
  name: string,
  counted: readonly string[],
  priority: number,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ...(counted.length > 0 && {
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      }),
    },
  },
  visibilityConfig: visible(name),
});

export interface ApiFirewallProps {
  readonly api: RestApi;
  readonly stage: StageSettings;
}

/**
 * AWS WAF before the API. What it refuses is answered by the gateway response WAF_FILTERED. It writes no log of
 * requests, which would hold addresses: its counts are metrics, and the access log has its verdict on each request.
 */
export class ApiFirewall extends Construct {
  constructor(scope: Construct, id: string, { api, stage }: ApiFirewallProps) {
    super(scope, id);
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visible(`waypost-${stage.name}`),
      rules: [
        rateLimit(stage),
        ...managedRuleGroups.map(([name, counted], index) => managedRules(name, counted, index + 1)),
      ],
    });
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: api.deploymentStage.stageArn,
      webAclArn: webAcl.attrArn,
    });
  }
}
