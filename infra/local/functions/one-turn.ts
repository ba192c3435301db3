/**
 * Gathers what is said within one turn of the event loop and hands it on together at its end: a message between
 * threads costs about the same whatever is in it, and under load a turn brings many.
 */
export const gatherTurn = <Said>(handOn: (said: readonly Said[]) => void): ((said: Said) => void) => {
  let gathered: Said[] = [];
  const end = () => {
    const said = gathered;
    gathered = [];
    handOn(said);
  };
  return (said) => {
    if (gathered.push(said) === 1) setImmediate(end);
  };
};
