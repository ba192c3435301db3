const bare = (tag: string) =>
  tag
    .trim()
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1');

/** Whether a list of entity tags as a conditional header holds it (`*` is any) names this one. */
export const namesEntityTag = (list: string, entityTag: string): boolean =>
  list.split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(entityTag));
