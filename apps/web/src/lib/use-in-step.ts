import { useEffect, useRef } from 'react';

/**
 * Keeps a state and an address in step (NAV-037): what the address comes to say is taken, and what the state becomes is told to it,
 * which takes a moment to say it. Both are texts; the empty one is the usual state, and no order to return to it.
 */
export function useInStep(
  address: string,
  state: string,
  { take, tell }: { readonly take: (address: string) => void; readonly tell: (state: string) => void },
): void {
  const seen = useRef('');
  /** Told, and not yet said by the address: it is no news then. */
  const told = useRef<string[]>([]);
  const calls = useRef({ take, tell });
  useEffect(() => {
    calls.current = { take, tell };
  });
  useEffect(() => {
    if (address !== seen.current) {
      seen.current = address;
      const echo = told.current.indexOf(address);
      if (echo >= 0) told.current.splice(0, echo + 1);
      else if (address !== '' && address !== state) return calls.current.take(address);
    }
    if (state === (told.current.at(-1) ?? address)) return;
    told.current.push(state);
    calls.current.tell(state);
  }, [address, state]);
}
