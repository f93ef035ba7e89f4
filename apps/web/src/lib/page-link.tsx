import { createLink, useNavigate, useParams, useRouter, useSearch, type RegisteredRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';

type Pages = RegisteredRouter['routesByPath'];
export type PageAddress = keyof Pages;
/** What the address of a page holds beside its path. */
export type SearchOf<Address extends PageAddress> = Pages[Address]['types']['fullSearchSchema'];
/** Part of it; a text is judged by the page itself, as one that somebody typed. */
export type SearchPatch<Address extends PageAddress> = {
  readonly [Name in keyof SearchOf<Address>]?: SearchOf<Address>[Name] | string | undefined;
};

/** A link to one of our pages, with the search that this page reads: what it does not know fails to compile. */
export const PageLink = createLink('a');

/** Goes to a page; typed as `PageLink` is. */
export const useGo = useNavigate;

/**
 * The search of the page that is shown, as its page reads it: the router lays what was read over what was typed, so that a
 * `period` that nobody understands would stay.
 */
export function usePageSearch<Address extends PageAddress>(address: Address): SearchOf<Address> {
  const typed: Record<string, unknown> = useSearch({ from: address } as never);
  const { routesByPath } = useRouter();
  const read: unknown = (routesByPath as Record<string, { options: { validateSearch?: unknown } }>)[address]?.options
    .validateSearch;
  return useMemo(
    () => (typeof read === 'function' ? (read as (raw: object) => SearchOf<Address>)(typed) : (typed as SearchOf<Address>)),
    [read, typed],
  );
}

/** The ids in the path of the page that is shown. */
export const usePageParams = <Address extends PageAddress>(address: Address): Pages[Address]['types']['allParams'] =>
  useParams({ from: address } as never);

/** Back to where somebody came from; `otherwise` where a link opened the page directly. */
export function useWayBack(otherwise: () => void): () => void {
  const { history } = useRouter();
  return () => (history.canGoBack() ? history.back() : otherwise());
}

/** What an entry of the history keeps beside its address. */
type EntryState = { readonly isOnTop?: boolean };

/** Changes part of what the address holds. A filter replaces the entry in the history unless told otherwise. */
export function useSearchPatch<Address extends PageAddress>(
  address: Address,
): (patch: SearchPatch<Address>, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (patch, { replace = true } = {}) =>
      // What replaces an entry lies where that lay.
      void navigate({ to: address, search: (before: object) => ({ ...before, ...patch }), replace, state: replace } as never),
    [navigate, address],
  );
}

/** What a change of the address is to the browser's Back: something opened over what was shown, closed again, or neither. */
export type Step = 'open' | 'change' | 'close';

/**
 * NAV-037: changes part of what the address holds in steps that Back takes again one by one. What was opened over another entry is
 * closed by going back to that, so that no entry stands twice; what a link opened directly is closed in its own place.
 */
export function useSearchSteps<Address extends PageAddress>(
  address: Address,
): (patch: SearchPatch<Address>, step?: Step) => void {
  const navigate = useNavigate();
  const { history } = useRouter();
  const isGoingBack = useRef(false);
  useEffect(() => history.subscribe(() => (isGoingBack.current = false)), [history]);
  return useCallback(
    (patch, step = 'change') => {
      if (step === 'close' && (history.location.state as EntryState).isOnTop) {
        // Back takes a moment; who presses twice goes back once.
        if (isGoingBack.current) return;
        isGoingBack.current = true;
        return history.back();
      }
      const isOpening = step === 'open';
      const state: EntryState | true = isOpening ? { isOnTop: true } : true;
      void navigate({ to: address, search: (before: object) => ({ ...before, ...patch }), replace: !isOpening, state } as never);
    },
    [navigate, history, address],
  );
}
