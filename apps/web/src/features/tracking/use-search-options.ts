import type { SearchOptions } from '@spora/contract/tracking/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSend } from '../../lib/send-context.tsx';
import { useInStep } from '../../lib/use-in-step.ts';
import { FIRST_OPTIONS, filterText, type FilterSearch, readFilterSearch, toFilterSearch, withFilters } from './filter-search.ts';
import { saveSearchOptions, searchOptionsQuery } from './queries.ts';

const SAVE_AFTER_MS = 800;

/** What is typed belongs to the screen that it is typed on: no other one, and no later visit, opens with one unit of many. */
const withoutText = (options: SearchOptions): SearchOptions => (options.search === '' ? options : { ...options, search: '' });

/**
 * MAP-018: filters and order as the member left them, on whatever machine; saved a moment after the last change. What a link shows
 * stands in the address (NAV-037) and is saved only with a change of it. A search text stands in the address alone.
 */
export function useSearchOptions(
  named: FilterSearch,
  onName: (filters: FilterSearch) => void,
): { options: SearchOptions; change: (change: Partial<SearchOptions>) => void } {
  const send = useSend();
  const client = useQueryClient();
  const saved = useQuery(searchOptionsQuery(send)).data;
  const [changed, setChanged] = useState<SearchOptions | null>(null);
  const [toKeep, setToKeep] = useState<SearchOptions | null>(null);
  const [linked, setLinked] = useState<FilterSearch | null>(() => (filterText(named) === '' ? null : named));
  const options = useMemo(() => {
    const own = changed ?? withoutText(saved ?? FIRST_OPTIONS);
    return linked ? withFilters(own, linked) : own;
  }, [changed, saved, linked]);
  const shown = useRef(options);
  useEffect(() => {
    shown.current = options;
  }, [options]);
  const change = useCallback((part: Partial<SearchOptions>) => {
    const next = { ...shown.current, ...part };
    shown.current = next;
    setLinked(null);
    setChanged(next);
    if (Object.keys(part).some((key) => key !== 'search')) setToKeep(withoutText(next));
  }, []);
  useInStep(filterText(named), filterText(toFilterSearch(options)), {
    take: (text) => setLinked(readFilterSearch(JSON.parse(text) as Record<string, unknown>)),
    tell: (text) => onName(text === '' ? {} : readFilterSearch(JSON.parse(text) as Record<string, unknown>)),
  });

  const waiting = useRef<SearchOptions | null>(null);
  const save = useCallback(() => {
    if (!waiting.current) return;
    client.setQueryData(searchOptionsQuery(send).queryKey, waiting.current);
    // A filter that was not kept is no reason to disturb anybody.
    saveSearchOptions(send, waiting.current).catch(() => undefined);
    waiting.current = null;
  }, [send, client]);
  useEffect(() => {
    if (!toKeep) return undefined;
    waiting.current = toKeep;
    const timer = setTimeout(save, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [toKeep, save]);
  // Whoever leaves the page at once has chosen all the same.
  useEffect(() => save, [save]);
  return { options, change };
}
