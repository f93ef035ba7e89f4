import type { Trip } from '@spora/contract/trips/endpoints';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ActionMenu } from '../../../ui/menu.tsx';
import { TYPES, type TripType } from '../public/trip-search.ts';
import type { TripEdits } from '../use-trip-edits.ts';
import { SaveMark } from './save-mark.tsx';
import styles from './type-menu.module.css';

/** The type of a trip: a chip, and a menu for whoever may change it. */
export function TypeMenu(props: { trip: Trip; edits: TripEdits; column?: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const { trip, edits } = props;
  const draft = edits.draftOf(trip.id, 'type');
  const type = (draft?.value ?? trip.type) as TripType;
  if (!trip.can.edit || trip.is_ongoing) return <TypeChip type={type} />;
  return (
    <div className={styles['cell']}>
      <ActionMenu
        label={t('TripType')}
        placement="bottom start"
        trigger={
          <Button
            className={cx(styles['chip'], styles[type], styles['button'])}
            data-column={props.column}
            aria-label={`${t('TypeOf', { time: format.time(trip.start.time) })}: ${typeText(type)}`}
          >
            <span className={styles['shape']} aria-hidden="true" />
            {typeText(type)}
            <Icon name="chevron-down" size={14} />
          </Button>
        }
        groups={[
          {
            choices: TYPES.map((id) => ({ id, label: typeText(id) })),
            selected: type,
            onChoose: (id) => edits.change(trip, 'type', id),
          },
        ]}
      />
      <SaveMark draft={draft} onRetry={() => edits.retry(trip, 'type')} />
    </div>
  );
}

export function TypeChip(props: { type: TripType }): ReactNode {
  const typeText = useTripTypeText();
  return (
    <span className={cx(styles['chip'], styles[props.type])}>
      <span className={styles['shape']} aria-hidden="true" />
      {typeText(props.type)}
    </span>
  );
}
