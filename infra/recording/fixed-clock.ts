import { ServerResponse } from 'node:http';

/**
 * Sets the clock of a process and its threads (`node --import`) to a fixed time, so that recorded responses do not
 * depend on the day. Timers still work. The time is noon on a Wednesday in Melbourne, two days before Christmas, so
 * that post offices are open and the coming week has special hours and closed days.
 */
const now = Date.UTC(2026, 11, 23, 1);

Date.now = () => now;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [now], newTarget),
});

// Otherwise Node would send the real date, and the stores' clients would adjust their signing clocks to it.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: unknown[]) {
  if (!this.hasHeader('date')) this.setHeader('date', new Date().toUTCString());
  return Reflect.apply(writeHead, this, given);
};
