import { say } from './import-report.ts';

/** Says what Ctrl-C leaves, to the one who pressed it; until what it answers with is called. */
export const tellOfInterruption = (whatIsLeft: string): (() => void) => {
  const interrupted = () => {
    say(`\nwaypost: interrupted: ${whatIsLeft}`);
    process.exit(130);
  };
  process.once('SIGINT', interrupted);
  return () => void process.off('SIGINT', interrupted);
};
