import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './fault-proxy-fault.ts';
import { forward } from './fault-proxy-forward.ts';

/** Applies a fault to a request, or forwards it. Rejects if the exchange ends early. */
export const befall = async (
  fault: Fault | undefined,
  target: URL,
  message: IncomingMessage,
  response: ServerResponse,
) => {
  switch (fault?.kind) {
    case undefined:
      return forward(target, message, response);
    case 'hang':
      return once(response, 'close');
    case 'delay': {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const { milliseconds, spread = 0 } = fault;
      const later = milliseconds + spread * (2 * Math.random() - 1);
      await pause(later, undefined, { signal: gone.signal });
      return forward(target, message, response);
    }
    case 'reset':
      message.socket.resetAndDestroy();
      return;
    case 'cut request':
      return forward(target, message, response, { requestAfterBytes: fault.afterBytes });
    case 'cut response':
      return forward(target, message, response, { responseAfterBytes: fault.afterBytes });
    case 'lose answer':
      return forward(target, message, response, { losesAnswer: true });
    case 'answer':
      // Some clients read no answer before they have sent everything.
      message.resume();
      response.writeHead(fault.status, { ...fault.headers }).end(fault.body);
      return once(response, 'close');
  }
};
