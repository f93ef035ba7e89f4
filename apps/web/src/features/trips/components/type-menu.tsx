import type { Trip } from '@spora/contract/trips/endpoints';
import { type ReactNode, useState } from 'react';
import { Button as PlainButton } from 'react-aria-components';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ActionMenu } from '../../../ui/menu.tsx';
import { TYPES, type TripType } from '../public/trip-search.ts';
import type { TripEdits } from '../use-trip-edits.ts';
import bulk from './bulk-dialog.module.css';
import { SaveMark } from './save-mark.tsx';
import { startText } from '../model.ts';
import styles from './type-menu.module.css';

/** The type of a trip: a chip, and a menu for whoever may change it. */
export function TypeMenu(props: { trip: Trip; edits: TripEdits; column?: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const { ID: userId } = useUser();
  const [isAsking, setAsking] = useState(false);
  const { trip, edits } = props;
  const draft = edits.draftOf(trip.id, 'type');
  // What waits to be sent of a trip that is somebody else's private one by now is not what it is.
  const type = (trip.is_masked && !trip.can.edit ? trip.type : (draft?.value ?? trip.type)) as TripType;
  if (!trip.can.edit || trip.is_ongoing) return <TypeChip type={type} />;
  return (
    <div className={styles['cell']}>
      <ActionMenu
        label={t('TripType')}
        placement="bottom start"
        trigger={
          <PlainButton
            className={cx(styles['chip'], styles[type], styles['button'])}
            data-column={props.column}
            aria-label={`${t('TypeOf', { time: startText(trip, format) })}: ${typeText(type)}`}
          >
            <span className={styles['shape']} aria-hidden="true" />
            {typeText(type)}
            <Icon name="chevron-down" size={14} />
          </PlainButton>
        }
        groups={[
          {
            choices: TYPES.map((id) => ({ id, label: typeText(id) })),
            selected: type,
            onChoose: (id) =>
              id === 'private' && type !== id && trip.driver_id !== userId ? setAsking(true) : edits.change(trip, 'type', id),
          },
        ]}
      />
      {isAsking && (
        <MakePrivateDialog
          driver={trip.driver}
          onClose={() => setAsking(false)}
          onYes={() => {
            setAsking(false);
            edits.change(trip, 'type', 'private');
          }}
        />
      )}
      <SaveMark draft={draft} onRetry={() => edits.retry(trip, 'type')} />
    </div>
  );
}

/** What somebody else's private trip shows is its driver's alone: whoever makes one is asked first. */
function MakePrivateDialog(props: { driver: string | null; onClose: () => void; onYes: () => void }): ReactNode {
  const t = useT();
  return (
    <Dialog title={t('MakePrivateTitle')} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <p>{props.driver === null ? t('MakePrivateLeadNobody') : t('MakePrivateLead', { driver: props.driver })}</p>
      <div className={bulk['actions']}>
        <Button onClick={props.onClose}>{t('Cancel')}</Button>
        <Button look="primary" onClick={props.onYes}>
          {t('MakePrivate')}
        </Button>
      </div>
    </Dialog>
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
