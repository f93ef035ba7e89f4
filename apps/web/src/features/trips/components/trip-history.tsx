import type { DataOf } from '@spora/contract/endpoint-map';
import type { MessageKey } from '@spora/messages/keys';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { explanationText, passengersText } from '../fields.ts';
import { historyQuery } from '../queries.ts';
import { TYPES } from '../public/trip-search.ts';
import styles from './trip-history.module.css';

type Change = DataOf<'trips.history'>['changes'][number];
const NAMES = {
  type: 'TripType',
  purpose: 'Purpose',
  note: 'Note',
  project: 'Project',
  visited: 'Visited',
  driver: 'Driver',
  passengers: 'Passengers',
  odometer: 'OdometerExplanation',
  merge: 'HistoryMerged',
  split: 'HistorySplit',
  manual: 'ManualTrip',
} as const satisfies Record<Change['field'], MessageKey>;

/** TRIP-031: who changed what of a trip, and when; asked for when it is opened. */
export function TripHistory(props: { tripId: number }): ReactNode {
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const [isOpen, setOpen] = useState(false);
  const history = useQuery({ ...historyQuery(send, props.tripId), enabled: isOpen });
  const changes = history.data?.changes;
  return (
    <section className={styles['history']}>
      <button type="button" className={styles['opener']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="history" size={16} />
        {t('TripHistory')}
        <Icon name="chevron-down" size={16} />
      </button>
      {isOpen && history.isError && (
        <p role="alert" className={styles['quiet']}>
          {errors.text(history.error)}
        </p>
      )}
      {isOpen && changes?.length === 0 && <p className={styles['quiet']}>{t('TripHistoryEmpty')}</p>}
      {isOpen && changes && changes.length > 0 && (
        <ol className={styles['list']}>
          {changes.map((change, index) => (
            <ChangeLine key={`${change.at}.${change.field}.${index}`} change={change} />
          ))}
        </ol>
      )}
    </section>
  );
}

function ChangeLine(props: { change: Change }): ReactNode {
  const { change } = props;
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const told = (value: string): string => {
    if (change.field === 'type') {
      const type = TYPES.find((each) => each === value);
      return type ? typeText(type) : t('TypeByRule');
    }
    if (change.field === 'merge' || change.field === 'split') return value === '' ? '' : format.time(value);
    if (value === '') return t('HistoryNothing');
    if (change.field === 'odometer') return explanationText(value, t);
    return (change.field === 'passengers' ? passengersText(value) : value) || t('HistoryNothing');
  };
  const isEvent = change.field === 'merge' || change.field === 'split';
  const isTakenBack = change.field === 'odometer' && change.new_value === '' && change.old_value !== '';
  return (
    <li className={styles['change']}>
      <span className={styles['what']}>
        <strong>{t(NAMES[change.field])}</strong>{' '}
        {!isEvent &&
          (isTakenBack
            ? t('HistoryTakenBack', { from: told(change.old_value) })
            : t('HistoryFromTo', { from: told(change.old_value), to: told(change.new_value) }))}
        {change.is_late && <Badge tone="warning">{t('EditedLate')}</Badge>}
      </span>
      <span className={styles['quiet']}>
        {format.day(change.at)} {format.time(change.at)}
        {change.actor && ` · ${change.actor}`}
      </span>
    </li>
  );
}
