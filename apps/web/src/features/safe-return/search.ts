import { isSwitchedOn } from '../../lib/search-text.ts';
import { searchedWords } from '../../lib/search-text.ts';

/** What the address holds of the page; what is as usual is left out. */
export interface SafeReturnSearch {
  readonly q?: string;
  readonly sort?: HomeOrder;
  /** Only those that are on. */
  readonly on?: true;
}
export const HOME_SORTS = ['name', 'regnr'] as const;
export type HomeOrder = (typeof HOME_SORTS)[number] | `-${(typeof HOME_SORTS)[number]}`;
export type SafeReturnPatch = { readonly [Name in keyof SafeReturnSearch]?: (Name extends 'on' ? true : string) | undefined };

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readSafeReturnSearch(raw: Record<string, unknown>): SafeReturnSearch {
  const q = searchedWords(raw['q']);
  const sort = HOME_SORTS.flatMap((each) => [each, `-${each}` as const]).find((each) => each === raw['sort']);
  return { ...(q ? { q } : {}), ...(sort && sort !== 'name' ? { sort } : {}), ...(isSwitchedOn(raw['on']) ? { on: true } : {}) };
}
