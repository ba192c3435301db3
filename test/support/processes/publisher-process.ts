/** Runs the publisher in its own process, so that it can be killed, with a clock that is CLOCK_AHEAD milliseconds ahead. */
const { now } = Date;
Date.now = () => now() + Number(process.env.CLOCK_AHEAD);
const { handler } = await import('../../../functions/platform/publish-locations.ts');

process.send?.({ kind: 'started' });
process.send?.(await handler({ reason: 'test' }));
process.disconnect?.();
