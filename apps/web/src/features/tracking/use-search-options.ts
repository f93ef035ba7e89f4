import type { SearchOptions } from '@spora/contract/tracking/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSend } from '../../lib/send-context.tsx';
import { FIRST_OPTIONS } from './model.ts';
import { saveSearchOptions, searchOptionsQuery } from './queries.ts';

const SAVE_AFTER_MS = 800;

/** MAP-018: filters and order as the member left them, on whatever machine; saved a moment after the last change. */
export function useSearchOptions(): { options: SearchOptions; change: (change: Partial<SearchOptions>) => void } {
  const send = useSend();
  const client = useQueryClient();
  const saved = useQuery(searchOptionsQuery(send)).data;
  const [changed, setChanged] = useState<SearchOptions | null>(null);
  const options = changed ?? saved ?? FIRST_OPTIONS;
  const change = useCallback(
    (part: Partial<SearchOptions>) => setChanged((before) => ({ ...(before ?? saved ?? FIRST_OPTIONS), ...part })),
    [saved],
  );

  const waiting = useRef<SearchOptions | null>(null);
  const save = useCallback(() => {
    if (!waiting.current) return;
    client.setQueryData(searchOptionsQuery(send).queryKey, waiting.current);
    // A filter that was not kept is no reason to disturb anybody.
    saveSearchOptions(send, waiting.current).catch(() => undefined);
    waiting.current = null;
  }, [send, client]);
  useEffect(() => {
    if (!changed) return undefined;
    waiting.current = changed;
    const timer = setTimeout(save, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [changed, save]);
  // Whoever leaves the page at once has chosen all the same.
  useEffect(() => save, [save]);
  return { options, change };
}
