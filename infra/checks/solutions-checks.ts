import type { CfnResource } from 'aws-cdk-lib';
import { AwsSolutionsChecks, type IApplyRule, type NagRuleResult } from 'cdk-nag';

/**
 * Patterns that match a template's references to attributes of other stacks' resources. A weak reference reads an
 * output; a strong reference imports an export.
 */
const otherStacksAttributes = [
  /\{"Fn::GetStackOutput":\{[^{}]*(?:\{[^{}]*\}[^{}]*)?"OutputName":"PublishOutputFnGetAtt(\w+?)[0-9A-F]{8}(Arn|StreamArn)[0-9A-F]{8}"\}\}/g,
  // cdk-nag identifies an imported value only by the name of its export.
  /[\w-]+:ExportsOutputFnGetAtt(\w+?)[0-9A-F]{8}(Arn)[0-9A-F]{8}/g,
];

const shortened = (finding: string): string =>
  otherStacksAttributes.reduce((text, attribute) => text.replace(attribute, '<$1.$2>'), finding);

/**
 * AWS Solutions rules of cdk-nag. Rewrites a finding about another stack's resource to name the resource as findings
 * within one stack do, for example `AwsSolutions-IAM5[Resource::<Published.Arn>/versions/*]`, so that one
 * acknowledgement next to the grant covers all stages.
 */
export class SolutionsChecks extends AwsSolutionsChecks {
  protected override applyRule(params: IApplyRule): void {
    super.applyRule({
      ...params,
      rule: (node: CfnResource): NagRuleResult => {
        const result = params.rule(node);
        return Array.isArray(result) ? result.map(shortened) : result;
      },
    });
  }
}
