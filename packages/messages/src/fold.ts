/** A text as searches compare it: case and diacritics forgiven, as the database's `folded` does. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ø/gi, 'o').replace(/æ/gi, 'ae').toLowerCase();
