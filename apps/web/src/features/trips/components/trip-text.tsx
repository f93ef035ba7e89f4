import { TRIP_NOTE_MAX, TRIP_PURPOSE_MAX } from '@spora/contract/limits';
import type { Trip } from '@spora/contract/trips/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { passengersOf, passengersText, type TextField } from '../fields.ts';
import { driversQuery } from '../../drivers/public/drivers-query.ts';
import { projectsQuery, purposesQuery } from '../queries.ts';
import type { TripEdits } from '../use-trip-edits.ts';
import { useUser } from '../../../lib/session-context.tsx';
import { lacksPurpose, startText } from '../model.ts';
import { InlineText } from './inline-text.tsx';
import type { Suggestion } from './suggestion-list.tsx';

type Look = Pick<ComponentProps<typeof InlineText>, 'column' | 'isFramed' | 'isMultiline'>;
const MAX = { purpose: TRIP_PURPOSE_MAX, note: TRIP_NOTE_MAX, project: 100, visited: 100 } as const;

/** A text of a trip, edited where it stands: in its row and in its details alike. */
export function TripText(props: Look & { field: TextField; trip: Trip; edits: TripEdits }): ReactNode {
  const { field, trip, edits, ...look } = props;
  const t = useT();
  const time = startText(trip, useFormat());
  const [wasFocused, setFocused] = useState(false);
  const suggestions = useSuggestions(field, trip, wasFocused);
  const { OtherTripPurposeRequired: isOtherAsked } = useUser();
  const isMissing = field === 'purpose' && lacksPurpose(trip, isOtherAsked);
  const texts = {
    purpose: [t('PurposeOf', { time }), t('AddPurpose')],
    note: [t('NoteOf', { time }), t('AddNote')],
    project: [t('ProjectOf', { time }), t('AddProject')],
    visited: [t('VisitedOf', { time }), t('AddVisited')],
  }[field] as [string, string];
  return (
    <InlineText
      {...look}
      {...(suggestions && { suggestions })}
      label={texts[0]}
      placeholder={isMissing ? t('PurposeMissing') : texts[1]}
      isMissing={isMissing}
      value={trip[field]}
      maxLength={MAX[field]}
      draft={edits.draftOf(trip.id, field)}
      onFocus={() => setFocused(true)}
      onChange={(value, began) => edits.change(trip, field, value, began)}
      onLeft={(value) => edits.leave(trip, field, value)}
      onRetry={() => edits.retry(trip, field)}
    />
  );
}

/** TRIP-022: asked for when somebody comes to the field; a note and a contact have none. */
function useSuggestions(field: TextField, trip: Trip, isWanted: boolean): readonly Suggestion[] | undefined {
  const t = useT();
  const send = useSend();
  const purposes = useQuery({ ...purposesQuery(send, trip), enabled: isWanted && field === 'purpose' });
  const projects = useQuery({ ...projectsQuery(send), enabled: isWanted && field === 'project' });
  if (field === 'purpose')
    return (purposes.data?.purposes ?? []).map(({ text, source }) => ({ text, hint: t(`PurposeSource-${source}`) }));
  return field === 'project' ? (projects.data?.projects ?? []).map((text) => ({ text })) : undefined;
}

/** DRV-007: names with commas between; whoever is a user is known by the name. */
export function PassengersField(props: Look & { trip: Trip; edits: TripEdits }): ReactNode {
  const { trip, edits, ...look } = props;
  const t = useT();
  const send = useSend();
  const time = startText(trip, useFormat());
  const [wasFocused, setFocused] = useState(false);
  const people = useQuery({ ...driversQuery(send, null), enabled: wasFocused }).data?.drivers ?? [];
  const draft = edits.draftOf(trip.id, 'passengers');
  const text = passengersText(draft?.value ?? JSON.stringify(trip.passengers));
  const before = text === '' ? '' : `${text}, `;
  return (
    <InlineText
      {...look}
      label={t('PassengersOf', { time })}
      placeholder={t('AddPassengers')}
      value={text}
      maxLength={600}
      draft={draft && { ...draft, value: text }}
      suggestions={people.filter(({ name }) => !text.includes(name)).map(({ name }) => ({ text: before + name }))}
      onFocus={() => setFocused(true)}
      onChange={(value) => edits.change(trip, 'passengers', JSON.stringify(passengersOf(value, people)))}
      onLeft={(value) => edits.leave(trip, 'passengers', JSON.stringify(passengersOf(value, people)))}
      onRetry={() => edits.retry(trip, 'passengers')}
    />
  );
}
