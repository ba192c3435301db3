import * as z from 'zod';

/** As much of a line of the file of events as says how old it is. */
const keptEvent = z
  .string()
  .transform((line, context): unknown => {
    try {
      return JSON.parse(line);
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(z.object({ event: z.object({ time: z.iso.datetime() }) }));

/** Whether a line holds an event of before a moment, in epoch milliseconds. Of a line that cannot be read nobody knows. */
export const isEventBefore =
  (moment: number) =>
  (line: string): boolean => {
    const { data } = keptEvent.safeParse(line);
    return data !== undefined && Date.parse(data.event.time) < moment;
  };
