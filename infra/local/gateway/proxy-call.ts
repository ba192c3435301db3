import { type ProxyEventParts, proxyEvent } from './proxy-event.ts';

/**
 * A proxy event that is not made yet: it has most things twice, so that its parts are a fraction of it to carry to where the
 * function runs. As JSON it is the event.
 */
export class ProxyCall {
  readonly parts: ProxyEventParts;

  constructor(parts: ProxyEventParts) {
    this.parts = parts;
  }

  toJSON(): object {
    return proxyEvent(this.parts);
  }
}
