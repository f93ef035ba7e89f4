import { TRIP_PURPOSE_MAX } from '@spora/contract/limits';
import type { Trip } from '@spora/contract/trips/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { startText } from '../model.ts';
import { TYPES } from '../public/trip-search.ts';
import { TypeMark } from '../public/type-mark.tsx';
import { purposesQuery } from '../queries.ts';
import { useMeasures } from '../use-measures.tsx';
import type { TripEdits } from '../use-trip-edits.ts';
import { InlineText } from './inline-text.tsx';
import styles from './missing-card.module.css';
import { RouteEnds } from './route-ends.tsx';
import { SaveMark } from './save-mark.tsx';

const SUGGESTED = 4;

/** A trip without a purpose with all that settles it; once it is settled, a line that opens again. */
export function MissingCard(props: {
  trip: Trip;
  edits: TripEdits;
  isMissing: boolean;
  isOpen: boolean;
  onOpen: () => void;
  /** The trip that it may belong to. */
  before: Trip | null;
  onMerge: (before: Trip) => void;
}): ReactNode {
  const { trip, edits, before } = props;
  const t = useT();
  const format = useFormat();
  const measures = useMeasures()([trip]);
  const typeText = useTripTypeText();
  const time = startText(trip, format);
  const clock = `${time}–${trip.stop?.time ? format.time(trip.stop.time) : ''}`;
  if (!props.isOpen)
    return (
      <li className={styles['settled']}>
        <button type="button" aria-expanded={false} onClick={props.onOpen}>
          <Icon name="check" size={18} />
          <span className={styles['said']}>{[clock, typeText(trip.type), trip.purpose].filter(Boolean).join(' · ')}</span>
        </button>
      </li>
    );
  return (
    <li>
      <article className={styles['card']} tabIndex={-1} data-trip={trip.id} aria-label={t('MissingTrip', { time })}>
        <p className={styles['head']}>
          <strong className={styles['figures']}>
            {trip.day} {clock}
          </strong>
          <span className={styles['figures']}>{measures.distance(trip.distance_m)}</span>
        </p>
        <RouteEnds trip={trip} />
        <p className={styles['soft']}>{trip.unit_name}</p>
        <TypeButtons trip={trip} edits={edits} />
        <InlineText
          isFramed
          isMissing={props.isMissing}
          label={t('PurposeOf', { time })}
          placeholder={t('PurposeMissing')}
          value={trip.purpose}
          maxLength={TRIP_PURPOSE_MAX}
          draft={edits.draftOf(trip.id, 'purpose')}
          onChange={(value, began) => edits.change(trip, 'purpose', value, began)}
          onLeft={(value) => edits.leave(trip, 'purpose', value)}
          onRetry={() => edits.retry(trip, 'purpose')}
        />
        <Suggestions trip={trip} edits={edits} />
        {before && (
          <Button isSmall icon="merge" className={styles['merge']} onClick={() => props.onMerge(before)}>
            {t('MissingMerge', { time: startText(before, format) })}
          </Button>
        )}
      </article>
    </li>
  );
}

function TypeButtons({ trip, edits }: { trip: Trip; edits: TripEdits }): ReactNode {
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const draft = edits.draftOf(trip.id, 'type');
  return (
    <div className={styles['chips']} role="group" aria-label={t('TypeOf', { time: startText(trip, format) })}>
      {TYPES.map((type) => (
        <button
          key={type}
          type="button"
          className={styles['chip']}
          aria-pressed={(draft?.value ?? trip.type) === type}
          onClick={() => edits.change(trip, 'type', type)}
        >
          <TypeMark type={type} /> {typeText(type)}
        </button>
      ))}
      <SaveMark draft={draft} onRetry={() => edits.retry(trip, 'type')} />
    </div>
  );
}

/** TRIP-022: what it probably was for, one press each. */
function Suggestions({ trip, edits }: { trip: Trip; edits: TripEdits }): ReactNode {
  const t = useT();
  const format = useFormat();
  const asked = useQuery(purposesQuery(useSend(), trip));
  const purposes = asked.data?.purposes ?? [];
  if (!asked.isPending && purposes.length === 0) return null;
  return (
    <div className={styles['chips']} role="group" aria-label={t('MissingSuggestions', { time: startText(trip, format) })}>
      {purposes.slice(0, SUGGESTED).map(({ text }) => (
        <button key={text} type="button" className={styles['chip']} onClick={() => edits.change(trip, 'purpose', text)}>
          {text}
        </button>
      ))}
    </div>
  );
}
