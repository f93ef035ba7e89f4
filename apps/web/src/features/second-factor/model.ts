/** A key in groups of four, as people read and type it; apps take it with the gaps. */
export const groupsOf = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ');
