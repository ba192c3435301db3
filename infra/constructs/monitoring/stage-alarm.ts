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
import type { Construct } from 'constructs';
import { alarmName } from '../../stages/stage-names.ts';
import type { StageSettings, Urgency } from '../../stages/stage-settings.ts';
import type { AlarmTopics } from './alarm-topics.ts';

/** Stage of alarms, and the topics that they notify. */
export interface AlarmContext {
  readonly stage: Pick<StageSettings, 'name'>;
  readonly alarmTopics: AlarmTopics;
}

/** Text that an alarm sends to the engineer on call, in 1,000 characters at most. */
export interface AlarmGuide {
  readonly urgency: Urgency;
  /** Name of the composite alarm that notifies instead, so that one fault is one notification. */
  readonly partOf?: string;
  /** What was observed, and how it affects clients or subscribers. */
  readonly symptom: string;
  readonly cause: string;
  /** First step, and what to do next depending on what it shows. */
  readonly action: string;
}

/** An alarm of a stage with its guide. */
export interface GuidedAlarm {
  /** Name without the stage, such as `publication-refused`. */
  readonly shortName: string;
  readonly guide: AlarmGuide;
}

type Defaulted = 'threshold' | 'comparisonOperator' | 'treatMissingData';

export interface StageAlarmProps
  extends Omit<AlarmProps, 'alarmName' | 'alarmDescription' | Defaulted>,
    Partial<Pick<AlarmProps, Defaulted>>,
    AlarmGuide {}

/** By default an alarm is raised at 1 or more. No data means that nothing happened. */
const atLeastOne: Pick<AlarmProps, Defaulted> = {
  threshold: 1,
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};

const describe = ({ symptom, cause, action }: AlarmGuide): string =>
  `${symptom}\n\nLikely cause: ${cause}\n\nFirst action: ${action}`;

/** Notifies the topic of the alarm's urgency when it is raised and when it clears, unless it is part of another. */
const notify = (alarm: AlarmBase, { alarmTopics }: AlarmContext, { urgency, partOf }: AlarmGuide): void => {
  if (partOf !== undefined) return;
  const action = new SnsAction(alarmTopics[urgency]);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
};

/** Alarm on a metric. `name` is in lower case, such as `publication-refused`. */
export class StageAlarm extends Alarm implements GuidedAlarm {
  readonly shortName: string;
  readonly guide: AlarmGuide;

  constructor(scope: Construct, name: string, context: AlarmContext, props: StageAlarmProps) {
    const { urgency, partOf, symptom, cause, action, ...settings } = props;
    super(scope, name, {
      ...atLeastOne,
      ...settings,
      alarmName: alarmName(context.stage, name),
      alarmDescription: describe(props),
    });
    this.shortName = name;
    this.guide = { urgency, ...(partOf !== undefined && { partOf }), symptom, cause, action };
    notify(this, context, this.guide);
  }
}

export interface StageCompositeAlarmProps
  extends Omit<CompositeAlarmProps, 'compositeAlarmName' | 'alarmDescription'>,
    Omit<AlarmGuide, 'partOf'> {
  /** Alarms in the rule, which are created first. */
  readonly parts: readonly StageAlarm[];
}

/** Alarm on the states of other alarms. */
export class StageCompositeAlarm extends CompositeAlarm implements GuidedAlarm {
  readonly shortName: string;
  readonly guide: AlarmGuide;

  constructor(scope: Construct, name: string, context: AlarmContext, props: StageCompositeAlarmProps) {
    const { urgency, symptom, cause, action, parts, ...settings } = props;
    const guide = { urgency, symptom, cause, action };
    super(scope, name, {
      ...settings,
      compositeAlarmName: alarmName(context.stage, name),
      alarmDescription: describe(guide),
    });
    this.shortName = name;
    this.guide = guide;
    this.node.addDependency(...parts);
    notify(this, context, guide);
  }
}

/**
 * Returns a rule that applies while an alarm is raised. By name, because a reference to an alarm of another stack would
 * keep an outdated name after that alarm is recreated.
 */
export const isRaised = ({ shortName }: GuidedAlarm, { stage }: Pick<AlarmContext, 'stage'>): IAlarmRule =>
  AlarmRule.fromString(`ALARM("${alarmName(stage, shortName)}")`);
