import type { SearchOptions } from '@spora/contract/tracking';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSend } from '../../lib/send-context.tsx';
import { saveSearchOptions, searchOptionsQuery } from './queries.ts';

const DEFAULTS: SearchOptions = {
  search: '',
  states: [],
  kinds: [],
  departments: [],
  projects: [],
  tags: [],
  sort: 'name',
  descending: false,
  filter_map: false,
  cluster: true,
  show_titles: true,
  closed_groups: [],
};
const SAVE_AFTER_MS = 800;

/** MAP-018: filters and order as the member left them, on whatever machine; saved a moment after the last change. */
export function useSearchOptions(): { options: SearchOptions; change: (change: Partial<SearchOptions>) => void } {
  const send = useSend();
  const client = useQueryClient();
  const saved = useQuery(searchOptionsQuery(send)).data;
  const [changed, setChanged] = useState<SearchOptions | null>(null);
  const options = changed ?? saved ?? DEFAULTS;
  const change = useCallback(
    (part: Partial<SearchOptions>) => setChanged((before) => ({ ...(before ?? saved ?? DEFAULTS), ...part })),
    [saved],
  );

  const waiting = useRef<SearchOptions | null>(null);
  useEffect(() => {
    if (!changed) return undefined;
    waiting.current = changed;
    const save = (): void => {
      if (!waiting.current) return;
      client.setQueryData(searchOptionsQuery(send).queryKey, waiting.current);
      // A filter that was not kept is no reason to disturb anybody.
      saveSearchOptions(send, waiting.current).catch(() => undefined);
      waiting.current = null;
    };
    const timer = setTimeout(save, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [changed, send, client]);
  return { options, change };
}
