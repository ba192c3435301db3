/** Rounds a distance as the specifications show it: kilometres to the metre. */
export const roundedKilometres = (kilometres: number): number => Math.round(kilometres * 1000) / 1000;
