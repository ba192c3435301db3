/** What browsers show in the tab: the pin of the header. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 1.5a8 8 0 0 0-8 8c0 5.6 8 13 8 13s8-7.4 8-13a8 8 0 0 0-8-8Z" fill="#c8102e"/><path d="M8 7h8v5.5H8Zm0 .3 4 3 4-3" fill="none" stroke="#fff" stroke-width="1.3" stroke-linejoin="round"/></svg>
`;
