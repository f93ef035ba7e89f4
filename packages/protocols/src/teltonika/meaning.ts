import type { IoMeaning } from '../avl/meaning.ts';

/** A row of the vendor's tables, with the families that it holds for: one letter each, A, B, C, F (FT). */
export interface AvlMeaning extends IoMeaning {
  readonly families: string;
}

type Details = Omit<IoMeaning, 'id' | 'name'>;

/** One row: the families (`ABC`, `A`, ...), the id, the vendor's name for it, and what becomes of it in `NamedValues`. */
export const meaning = (families: string, id: number, name: string, details: Details = {}): AvlMeaning => ({
  families,
  id,
  name,
  ...details,
});

/** The same element for four slots with consecutive ids. */
export const slots = (families: string, ids: readonly number[], name: string, details: Details): AvlMeaning[] =>
  ids.map((id, slot) => meaning(families, id, `${name} ${slot + 1}`, { ...details, slot }));
