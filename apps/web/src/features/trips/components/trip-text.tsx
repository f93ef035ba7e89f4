import { TRIP_NOTE_MAX, TRIP_PURPOSE_MAX } from '@spora/contract/limits';
import type { Trip } from '@spora/contract/trips';
import type { ComponentProps, ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import type { TripEdits } from '../use-trip-edits.ts';
import { InlineText } from './inline-text.tsx';

type Look = Pick<ComponentProps<typeof InlineText>, 'column' | 'isFramed' | 'isMultiline'>;

/** Purpose or note of a trip, edited where it stands: in its row and in its details alike. */
export function TripText(props: Look & { field: 'purpose' | 'note'; trip: Trip; edits: TripEdits }): ReactNode {
  const { field, trip, edits, ...look } = props;
  const t = useT();
  const time = useFormat().time(trip.start.time);
  const isPurpose = field === 'purpose';
  return (
    <InlineText
      {...look}
      label={isPurpose ? t('PurposeOf', { time }) : t('NoteOf', { time })}
      placeholder={isPurpose ? t('AddPurpose') : t('AddNote')}
      value={trip[field]}
      maxLength={isPurpose ? TRIP_PURPOSE_MAX : TRIP_NOTE_MAX}
      draft={edits.draftOf(trip.id, field)}
      onChange={(value) => edits.change(trip, field, value)}
      onRetry={() => edits.retry(trip, field)}
    />
  );
}
