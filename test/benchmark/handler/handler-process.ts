import { once } from 'node:events';
import * as z from 'zod';
import { handlerTask, timeHandler } from './time-handler.ts';

// Times one function in a process in which nothing else has run: see timeInOwnProcess.
const [task] = z
  .tuple([handlerTask])
  .rest(z.unknown())
  .parse(await once(process, 'message'));
process.send?.(await timeHandler(task));
process.disconnect();
