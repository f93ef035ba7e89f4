import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import type { PathId } from '@spora/contract/paths';
import { useCallback, useEffect, useState } from 'react';
import { isAbort } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useSend } from '../../lib/send-context.tsx';

export type PublicAnswer<T> =
  { readonly kind: 'loading' } | { readonly kind: 'failed' } | { readonly kind: 'answered'; readonly data: T };

/** One read of a page without a session. The query cache comes with the pages behind the sign-in. */
export function usePublicAnswer<Id extends PathId>(
  id: Id,
  input: InputOf<Id>,
): { answer: PublicAnswer<DataOf<Id>>; retry: () => void } {
  const send = useSend();
  const name = JSON.stringify(input);
  const [kept, setKept] = useState<{ name: string; answer: PublicAnswer<DataOf<Id>> } | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    call(send, id, JSON.parse(name) as InputOf<Id>, { signal: abort.signal }).then(
      (data) => setKept({ name, answer: { kind: 'answered', data } }),
      (error: unknown) => {
        if (!isAbort(error) && !abort.signal.aborted) setKept({ name, answer: { kind: 'failed' } });
      },
    );
    return () => abort.abort();
  }, [send, id, name, round]);
  const retry = useCallback(() => {
    setKept(null);
    setRound((count) => count + 1);
  }, []);
  return { answer: kept?.name === name ? kept.answer : { kind: 'loading' }, retry };
}
