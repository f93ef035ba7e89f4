import { searchedWords } from '../../../lib/search-text.ts';
export const RECEIVER_SORTS = ['name', 'email', 'phone'] as const;
type Column = (typeof RECEIVER_SORTS)[number];
export type ReceiverOrder = Column | `-${Column}`;

/** What the address holds of the list; what is as usual is left out. */
export interface ReceiverSearch {
  readonly q?: string;
  readonly sort?: ReceiverOrder;
}

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readReceiverSearch(raw: Record<string, unknown>): ReceiverSearch {
  const q = searchedWords(raw['q']);
  const sort = RECEIVER_SORTS.flatMap((each) => [each, `-${each}` as const]).find((each) => each === raw['sort']);
  return { ...(q ? { q } : {}), ...(sort && sort !== 'name' ? { sort } : {}) };
}
