import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { browserKeyPrefix } from '../../../shared/http/headers.ts';
import type { Route } from '../../routes/route.ts';
import { firewallLimits } from '../../stages/limits.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';

/**
 * Rules that look for known exploits in request bodies. They run in count mode, because the text of an enquiry may
 * contain an exploit's pattern, such as `${jndi:…}`. It is stored as sent, and never executed or logged.
 */
const countedExploits = ['JavaDeserializationRCE_BODY', 'Log4JRCE_BODY', 'ReactJSRCE_BODY'];

/**
 * Rules of AWS's common rule set that run in count mode, because otherwise they would block requests that the contract
 * allows. Programs may omit the user agent. A locations v3 request with all filters has a query of more than 2,048
 * bytes; long codes in non-Latin scripts make paths longer than 1,024 bytes; and enquiry bodies may be up to 128 KiB,
 * while the rule allows 8 KiB. Enquiries are free text that may contain a URL, a path or markup, but they are stored as
 * sent and never executed. The search texts in `near` and `q` are only compared with words.
 */
const countModeRules = [
  'NoUserAgent_HEADER',
  'SizeRestrictions_QUERYSTRING',
  'SizeRestrictions_URIPATH',
  'SizeRestrictions_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'CrossSiteScripting_BODY',
  'EC2MetaDataSSRF_QUERYARGUMENTS',
  'GenericLFI_QUERYARGUMENTS',
  'GenericRFI_QUERYARGUMENTS',
  'CrossSiteScripting_QUERYARGUMENTS',
  'RestrictedExtensions_QUERYARGUMENTS',
];

/**
 * Rule groups managed by AWS, each with its rules that run in count mode. Together the groups use 925 of the 1,500
 * capacity units that a web ACL includes.
 */
const managedRuleGroups: readonly (readonly [string, readonly string[]])[] = [
  ['AWSManagedRulesAmazonIpReputationList', []],
  ['AWSManagedRulesKnownBadInputsRuleSet', countedExploits],
  ['AWSManagedRulesCommonRuleSet', countModeRules],
];

/**
 * Returns a visibility configuration without sampled requests, because AWS WAF's samples contain source addresses and
 * all headers, including keys.
 */
const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

type Statement = CfnWebACL.StatementProperty;
type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;

const blockingRule = (name: string, statement: Statement): Rule => ({
  name,
  action: { block: {} },
  statement,
  visibilityConfig: visible(name),
});

/** Creates a rule that blocks an IP address, or a value of `customKeys`, while its requests exceed the limit. */
const rateRule = (
  name: string,
  limit: number,
  scopeDownStatement?: Statement,
  customKeys?: CfnWebACL.RateBasedStatementCustomKeyProperty[],
): Rule =>
  blockingRule(name, {
    rateBasedStatement: {
      aggregateKeyType: customKeys ? 'CUSTOM_KEYS' : 'IP',
      evaluationWindowSec: firewallLimits.windowSeconds,
      limit,
      scopeDownStatement,
      customKeys,
    },
  });

/**
 * Returns rate limits for all requests; for enquiries, because they are stored; for paths that need no key; and for
 * browser keys, which anybody can copy from a page.
 */
const rateRules = ({ limits }: StageSettings, routes: readonly Route[]): readonly Rule[] => {
  const { windowSeconds, enquiries, openPaths, browserKeys } = firewallLimits;
  // Twice the rate of the fastest plan, because several clients may share an address.
  const rates = Object.values(limits.perClient).map(({ ratePerSecond }) => ratePerSecond);
  const maxRequests = 2 * Math.max(100, ...rates) * windowSeconds;
  // Regardless of the method, because API Gateway executes the method in `X-HTTP-Method-Override`, if there is one.
  const enquired = anyPathOf(routes.filter(({ access }) => access.includes('enquiries:write')));
  const open = anyPathOf(routes.filter((route) => route.open));
  // A rule aggregates requests by these values, and AWS WAF logs them unredacted, so the key must be hashed.
  const hashedKey = { name: 'auth-key', textTransformations: [{ priority: 0, type: 'MD5' }] };
  const isBrowserKey = matches({ singleHeader: { Name: 'auth-key' } }, 'STARTS_WITH', browserKeyPrefix);
  return [
    rateRule('RateOfAnAddress', maxRequests),
    rateRule('EnquiriesOfAnAddress', enquiries, enquired),
    rateRule('EnquiriesOfAKey', enquiries, enquired, [{ header: hashedKey }]),
    rateRule('OpenPathsOfAnAddress', openPaths, open),
    rateRule('BrowserKeysOfAnAddress', browserKeys, isBrowserKey),
  ];
};

/**
 * Returns a statement that matches the paths of routes, including percent-encoded ones. API Gateway's default address
 * prefixes paths with the name of the API Gateway stage.
 */
const anyPathOf = (routes: readonly Route[]): Statement => {
  const statements = routes.map(({ path }) => matches({ uriPath: {} }, 'CONTAINS', path, 'URL_DECODE'));
  const [first] = statements;
  // AWS WAF rejects an `or` with a single statement.
  return statements.length === 1 && first ? first : { orStatement: { statements } };
};

const matches = (
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  positionalConstraint: string,
  searchString: string,
  type = 'NONE',
): Statement => ({
  byteMatchStatement: {
    fieldToMatch,
    positionalConstraint,
    searchString,
    textTransformations: [{ priority: 0, type }],
  },
});

const managedRule = ([name, counted]: (typeof managedRuleGroups)[number]): Rule => ({
  name,
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

/**
 * Blocks requests that would be executed with another method than they were sent with, because API Gateway does not
 * ignore this header.
 */
const methodOverride = blockingRule('MethodOverride', {
  sizeConstraintStatement: {
    fieldToMatch: { singleHeader: { Name: 'x-http-method-override' } },
    comparisonOperator: 'GT',
    size: 0,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

const secretHeaders = ['auth-key', 'authorization', 'cookie', 'idempotency-key'];

/**
 * AWS WAF in front of the API. A blocked request gets the gateway response WAF_FILTERED. Only blocked requests are
 * logged, with their source address, so that an attacker can be traced. The log has no key, and no query or path,
 * because these may contain a visitor's position. The request id in the log identifies the access log line, which
 * contains the key's id and the resource.
 */
export class ApiFirewall extends Construct {
  constructor(scope: Construct, id: string, api: RestApi, stage: StageSettings, routes: readonly Route[]) {
    super(scope, id);
    const rules = [...rateRules(stage, routes), ...managedRuleGroups.map(managedRule), methodOverride];
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visible(`waypost-${stage.name}`),
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
    });
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: api.deploymentStage.stageArn,
      webAclArn: webAcl.attrArn,
    });
    const { logGroupName } = new LogGroup(this, 'BlockedRequests', {
      // AWS WAF requires this prefix.
      logGroupName: `aws-waf-logs-waypost-${stage.name}`,
      retention: RetentionDays.TWO_WEEKS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const { partition, region, account } = Stack.of(this);
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: webAcl.attrArn,
      // AWS WAF requires the log group's ARN without the `:*` at its end.
      logDestinationConfigs: [`arn:${partition}:logs:${region}:${account}:log-group:${logGroupName}`],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
          },
        ],
      },
      redactedFields: [
        ...secretHeaders.map((header) => ({ singleHeader: { Name: header } })),
        { queryString: {} },
        { uriPath: {} },
      ],
    });
  }
}
