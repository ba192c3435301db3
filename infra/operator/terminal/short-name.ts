const longest = 60;
const kept = { first: 36, last: 20 };

/** A name as people read it: of a long one its beginning and its end, where it differs from others and tells what it is. */
export const shortName = (name: string): string => {
  const characters = [...name];
  if (characters.length <= longest) return name;
  return `${characters.slice(0, kept.first).join('')}…${characters.slice(-kept.last).join('')}`;
};
