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

/** Stage of the alarms, and the topics to which they publish. */
export interface AlarmContext {
  readonly stage: Pick<StageSettings, 'name'>;
  readonly alarmTopics: AlarmTopics;
}

/** Text that an alarm sends to the engineer on call. CloudWatch allows at most 1,000 characters. */
export interface AlarmGuide {
  readonly urgency: Urgency;
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

type Defaulted = 'threshold' | 'comparisonOperator' | 'treatMissingData';

export interface StageAlarmProps
  extends Omit<AlarmProps, 'alarmName' | 'alarmDescription' | Defaulted>,
    Partial<Pick<AlarmProps, Defaulted>>,
    AlarmGuide {}

/** Default thresholds: an alarm is raised at 1 or more, and missing data means that nothing happened. */
const atLeastOne: Pick<AlarmProps, Defaulted> = {
  threshold: 1,
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};

const describe = ({ symptom, cause, action }: AlarmGuide): string =>
  `${symptom}\n\nLikely cause: ${cause}\n\nFirst action: ${action}`;

/**
 * Notifies the topic for the alarm's urgency when the alarm is raised or clears, unless it is part of another alarm.
 */
const notify = (alarm: AlarmBase, { alarmTopics }: AlarmContext, { urgency, partOf }: AlarmGuide): void => {
  if (partOf !== undefined) return;
  const action = new SnsAction(alarmTopics[urgency]);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
};

/** Alarm on a metric. The construct's id is the alarm's short name, such as `publication-refused`. */
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
  /** Alarms to which the rule refers. They are created first. */
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
 * Returns a rule that is true while an alarm is raised. It refers to the alarm by name, because a reference to an alarm
 * in another stack would keep an outdated name after that alarm is recreated.
 */
export const isRaised = ({ shortName }: GuidedAlarm, { stage }: Pick<AlarmContext, 'stage'>): IAlarmRule =>
  AlarmRule.fromString(`ALARM("${alarmName(stage, shortName)}")`);
