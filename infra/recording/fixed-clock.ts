import { ServerResponse } from 'node:http';

/**
 * Stops the clock of a process and its threads (`node --import`), so that recorded answers do not depend on the day.
 * Timers still work. It is Wednesday noon in Melbourne, two days before Christmas, so that offices are open and the
 * week ahead has special hours and closed days.
 */
const now = Date.UTC(2026, 11, 23, 1);

Date.now = () => now;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [now], newTarget),
});

// Node sends the real date, by which clients of the stores would correct their clocks and sign requests.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: unknown[]) {
  if (!this.hasHeader('date')) this.setHeader('date', new Date().toUTCString());
  return Reflect.apply(writeHead, this, given);
};
