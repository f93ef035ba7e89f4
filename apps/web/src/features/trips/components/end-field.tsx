import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { countryOf } from '../../../lib/country-name.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import type { Send } from '../../../lib/send.ts';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { foundQuery } from '../../../ui/address-field.tsx';
import { SuggestField } from './suggest-field.tsx';
import type { Suggestion } from './suggestion-list.tsx';

const ADDRESS_MAX = 200;

/** Whoever may not see places or the map writes as before. */
const placesQuery = (send: Send) => queryOptions({ ...endpointQuery(send, 'places.list', {}), staleTime: 60_000, retry: false });
/** Where a trip by hand began or ended, in words; its point where it is known. */
export interface TypedEnd {
  readonly text: string;
  readonly point: { readonly lat: number; readonly lng: number } | null;
}
export const NO_END: TypedEnd = { text: '', point: null };

type Known = Suggestion & { readonly point: TypedEnd['point'] };

/** An address in a form, with the account's places and what is found as it is typed; any words do. */
export function EndField(props: {
  label: string;
  end: TypedEnd;
  error: string | null;
  /** What is likely, such as where the unit stood. */
  likely: readonly Known[];
  onChange: (end: TypedEnd) => void;
}): ReactNode {
  const { end, onChange } = props;
  const t = useT();
  const send = useSend();
  const { language } = useLanguage();
  const [asked, setAsked] = useState('');
  const [, setText] = useSettledText(asked, setAsked);
  const places = useQuery(placesQuery(send)).data?.places ?? [];
  const found = useQuery({ ...foundQuery(send, asked), retry: false }).data?.addresses ?? [];
  const isAsked = end.point === null && end.text.trim() === asked;
  const known: readonly Known[] = [
    ...props.likely,
    ...places.map(({ label, address, lat, lng }) => ({
      text: withAddress(label, address),
      hint: t('ManualPlace'),
      point: { lat, lng },
    })),
    ...(isAsked ? found : []).map((each) => ({
      text: each.label.slice(0, ADDRESS_MAX),
      hint: countryOf(each, language) ?? '',
      point: { lat: each.lat, lng: each.lng },
      isFound: true,
    })),
  ];
  const suggestions = known.filter(({ text }, i) => known.findIndex((other) => other.text === text) === i);
  return (
    <SuggestField
      label={props.label}
      maxLength={ADDRESS_MAX}
      value={end.text}
      error={props.error}
      suggestions={suggestions}
      onChange={(text) => {
        const point = suggestions.find((each) => each.text === text)?.point ?? null;
        setText(point ? '' : text);
        onChange({ text, point });
      }}
    />
  );
}

/** A tax authority does not know the account's places (PLACE-012). */
const withAddress = (label: string, address: string): string =>
  (address === '' || address.startsWith(label) ? address || label : `${label}, ${address}`).slice(0, ADDRESS_MAX);
