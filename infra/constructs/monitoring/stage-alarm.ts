import {
  Alarm,
  type AlarmBase,
  type AlarmProps,
  AlarmRule,
  ComparisonOperator,
  CompositeAlarm,
  type CompositeAlarmProps,
  type IAlarmRule,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { alarmName } from '../../stages/stage-names.ts';
import type { StageSettings, Urgency } from '../../stages/stage-settings.ts';

/** Stage of the alarms, and the topics to which they publish. */
export interface AlarmContext {
  readonly stage: StageSettings;
  readonly alarmTopics: Readonly<Record<Urgency, ITopic>>;
}

/** Text that an alarm sends to the engineer on call. CloudWatch allows at most 1,000 characters. */
export interface AlarmGuide {
  /** Default: `ticket`. */
  readonly urgency?: Urgency;
  /** Name of the composite alarm that notifies instead of this one, so that one fault causes one notification. */
  readonly partOf?: string;
  /** What was observed, and how it affects clients or subscribers. */
  readonly symptom: string;
  readonly cause: string;
  /** First step, and the next steps depending on its result. */
  readonly action: string;
}

export interface GuidedAlarm {
  /** Name without the stage's prefix, such as `publication-refused`. */
  readonly shortName: string;
  readonly guide: AlarmGuide;
}

const describe = ({ symptom, cause, action }: AlarmGuide): string =>
  `${symptom}\n\nLikely cause: ${cause}\n\nFirst action: ${action}`;

/**
 * Notifies the topic for the alarm's urgency when the alarm is raised or clears, unless it is part of another alarm.
 */
const notify = (
  alarm: AlarmBase,
  { alarmTopics }: AlarmContext,
  { urgency = 'ticket', partOf }: AlarmGuide,
): void => {
  if (partOf !== undefined) return;
  const action = new SnsAction(alarmTopics[urgency]);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
};

/**
 * Alarm on a metric. The construct's id is the alarm's short name, such as `publication-refused`. By default, it is
 * raised by a single period with 1 or more, and missing data means that nothing happened.
 */
export class StageAlarm extends Alarm implements GuidedAlarm {
  readonly shortName: string;
  readonly guide: AlarmGuide;

  constructor(
    scope: Construct,
    name: string,
    context: AlarmContext,
    props: Partial<AlarmProps> & Pick<AlarmProps, 'metric'> & AlarmGuide,
  ) {
    super(scope, name, {
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      evaluationPeriods: 1,
      ...props,
      alarmName: alarmName(context.stage, name),
      alarmDescription: describe(props),
    });
    this.shortName = name;
    this.guide = props;
    notify(this, context, props);
  }
}

/** Alarm on the states of other alarms, its `parts`, which are created first. */
export class StageCompositeAlarm extends CompositeAlarm implements GuidedAlarm {
  readonly shortName: string;
  readonly guide: AlarmGuide;

  constructor(
    scope: Construct,
    name: string,
    context: AlarmContext,
    props: CompositeAlarmProps & AlarmGuide & { readonly parts: readonly StageAlarm[] },
  ) {
    super(scope, name, {
      ...props,
      compositeAlarmName: alarmName(context.stage, name),
      alarmDescription: describe(props),
    });
    this.shortName = name;
    this.guide = props;
    this.node.addDependency(...props.parts);
    notify(this, context, props);
  }
}

/**
 * Returns a rule that is true while an alarm is raised. It refers to the alarm by name, because a reference to an alarm
 * in another stack would keep an outdated name after that alarm is recreated.
 */
export const isRaised = ({ shortName }: GuidedAlarm, { stage }: Pick<AlarmContext, 'stage'>): IAlarmRule =>
  AlarmRule.fromString(`ALARM("${alarmName(stage, shortName)}")`);
