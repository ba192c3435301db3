/** Maximum characters of a name that are shown, as a line may have one of 400 KiB. */
const longestName = 60;

const shortened = (name: string): string => {
  const characters = [...name];
  return characters.length <= longestName ? name : `${characters.slice(0, longestName).join('')}…`;
};

/** Returns the name as a sentence shows it: shortened, and quoted if it could be read as part of the sentence. */
export const findingName = (name: string): string =>
  /^[\p{L}\p{N}_.[\]-]+$/u.test(name) ? shortened(name) : JSON.stringify(shortened(name));
