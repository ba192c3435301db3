import type { CfnResource } from 'aws-cdk-lib';
import { AwsSolutionsChecks, type IApplyRule, type NagRuleResult } from 'cdk-nag';

/** How the template of one stack names an attribute of a resource in another. */
const otherStacksAttribute =
  /\{"Fn::GetStackOutput":\{[^{}]*(?:\{[^{}]*\}[^{}]*)?"OutputName":"PublishOutputFnGetAtt(\w+?)[0-9A-F]{8}(Arn|StreamArn)[0-9A-F]{8}"\}\}/g;

const shortened = (finding: string): string => finding.replace(otherStacksAttribute, '<$1.$2>');

/**
 * The AWS Solutions rules of cdk-nag. A finding about a resource of another stack is known by that resource's name,
 * `AwsSolutions-IAM5[Resource::<Published.Arn>/versions/*]`, as one about a resource of the same stack is: so it can be
 * acknowledged where the permission is given, for every stage.
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
