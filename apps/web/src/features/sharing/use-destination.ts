import { ADDRESS_SEARCH_MIN, SHARE_LABEL_MAX } from '@spora/contract/limits';
import type { ShareLinkInput } from '@spora/contract/sharing/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { onlyMeant } from './model.ts';

export type Destination = NonNullable<ShareLinkInput['destination']>;
type Address = DataOf<'tracking.find-address'>['addresses'][number];
/** What a link leads to: none, one that was found, or a text that nobody has settled yet. */
export interface DestinationChoice {
  readonly typed: string;
  readonly found: readonly Address[];
  readonly picked: Destination | null;
  readonly isSearching: boolean;
  readonly error: string | null;
  type(text: string): void;
  pick(place: Address): void;
  /** Looks for what was typed and takes it if there is only one that it can mean. Answers false where somebody has to choose. */
  settle(): Promise<{ readonly destination: Destination | null } | false>;
}

export function useDestination(): DestinationChoice {
  const t = useT();
  const errors = useErrorText();
  const send = useSend();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<readonly Address[]>([]);
  const [picked, setPicked] = useState<Destination | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSearching, setSearching] = useState(false);
  /** An answer to what has been changed meanwhile is none. */
  const newest = useRef('');
  const take = (place: Address): Destination => {
    const destination = { lat: place.lat, lng: place.lng, label: place.label.slice(0, SHARE_LABEL_MAX) };
    setPicked(destination);
    setError(null);
    return destination;
  };
  const search = async (text: string): Promise<readonly Address[] | null> => {
    setSearching(true);
    try {
      const query = endpointQuery(send, 'tracking.find-address', { query: { q: text } });
      return (await client.fetchQuery({ ...query, staleTime: 5 * 60_000 })).addresses;
    } catch (problem) {
      if (newest.current === text) setError(errors.text(problem));
      return null;
    } finally {
      setSearching(false);
    }
  };
  return {
    typed,
    found,
    picked,
    isSearching,
    error,
    type(text) {
      newest.current = text.trim();
      setTyped(text);
      setPicked(null);
      setFound([]);
      setError(null);
    },
    pick: take,
    async settle() {
      const text = typed.trim();
      if (picked || text === '') return { destination: picked };
      if (text.length < ADDRESS_SEARCH_MIN) {
        setError(t('AddressSearchTooShort'));
        return false;
      }
      const places = await search(text);
      if (places === null || newest.current !== text) return false;
      setFound(places);
      const meant = onlyMeant(text, places);
      if (meant === 'none') setError(t('ShareDestinationNone'));
      else if (meant === 'another') setError(t('ShareDestinationTown'));
      else if (meant === 'many') setError(t('ShareDestinationPick'));
      else return { destination: take(meant) };
      return false;
    },
  };
}
