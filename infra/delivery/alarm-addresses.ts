import type { StageSettings } from '../stages/stage-settings.ts';

/**
 * Returns why a stage must not be deployed: it serves clients, but its alarms would notify nobody. Returns undefined if
 * it may be deployed. Synthesis does not check this, so that the stage can be tested before anybody is on duty.
 */
export const whyUnattended = ({ name, alarmEmails }: StageSettings): string | undefined =>
  name === 'prod' && Object.values(alarmEmails).some((addresses) => addresses.length === 0)
    ? `${name} lacks an address for pages or tickets, so nobody would learn of a failure. Set alarmEmails of ${name} in infra/stages/stages.ts.`
    : undefined;
