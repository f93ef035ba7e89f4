import type { Trip } from '@spora/contract/trips/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { startText } from '../model.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PickList } from '../../../ui/pick-list.tsx';
import { driversQuery } from '../../drivers/public/drivers-query.ts';
import type { TripEdits } from '../use-trip-edits.ts';
import styles from './driver-pick.module.css';
import { SaveMark } from './save-mark.tsx';

/** Nobody, as a value of the list. */
const NOBODY = '0';

/** Who drove: a name that opens the list of those who may have. */
export function DriverPick(props: { trip: Trip; edits: TripEdits; column?: string; isFramed?: boolean }): ReactNode {
  const { trip, edits } = props;
  const t = useT();
  const format = useFormat();
  const send = useSend();
  const [isWanted, setWanted] = useState(false);
  const drivers = useQuery({ ...driversQuery(send, trip.imei), enabled: isWanted });
  const draft = edits.draftOf(trip.id, 'driver');
  const wanted = draft?.value ?? (trip.driver_id === null ? '' : String(trip.driver_id));
  const known = drivers.data?.drivers.find(({ id }) => String(id) === wanted)?.name;
  const name = wanted === '' ? null : (known ?? trip.driver);
  const label = `${t('DriverOf', { time: startText(trip, format) })}: ${name ?? t('NoDriver')}`;
  return (
    <div className={styles['cell']}>
      <PickList
        label={label}
        searchLabel={t('SearchDriver')}
        className={styles[props.isFramed ? 'framed' : 'button'] ?? ''}
        {...(props.column && { column: props.column })}
        options={[
          { value: NOBODY, label: t('NoDriver') },
          ...(drivers.data?.drivers ?? []).map(({ id, name: each }) => ({ value: String(id), label: each })),
        ]}
        selected={[wanted || NOBODY]}
        onOpen={() => setWanted(true)}
        onChange={([id]) => id !== undefined && edits.change(trip, 'driver', id === NOBODY ? '' : id)}
      >
        <span className={styles['name']} data-missing={name === null}>
          {name ?? t('NoDriver')}
        </span>
        <Icon name="chevron-down" size={14} />
      </PickList>
      <SaveMark draft={draft} onRetry={() => edits.retry(trip, 'driver')} />
    </div>
  );
}
