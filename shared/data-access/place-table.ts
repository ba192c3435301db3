/** Partitions for places and holidays in the billers table. */
export const placePartition = 'PLACE';
export const holidayPartition = 'HOLIDAY';
