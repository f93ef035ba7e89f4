import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MessageKey } from '@spora/messages/keys';
import { ApiError } from '../../../lib/api-error.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { driversQuery } from '../../drivers/public/drivers-query.ts';
import { explanationText, passengersText, type EditableField } from '../fields.ts';
import { useWaitingEdits } from '../public/waiting-edits-context.tsx';
import type { TripType } from '../public/trip-search.ts';
import type { WaitingEdit } from '../waiting-edits.ts';
import styles from './waiting-trouble.module.css';

const FIELD_NAMES = {
  type: 'TripType',
  purpose: 'Purpose',
  note: 'Note',
  project: 'Project',
  visited: 'Visited',
  driver: 'Driver',
  passengers: 'Passengers',
  odometer: 'OdometerExplanation',
} as const satisfies Record<EditableField, MessageKey>;

/** ERR-041, NFR-006: both values beside each other, and which of them is to hold; of what was refused why, and the text to take along. */
export function TroubleDialog(props: { edits: readonly WaitingEdit[]; onClose: () => void }): ReactNode {
  const t = useT();
  return (
    <Dialog title={t('EditsNeedYouTitle')} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <ul className={styles['list']}>
        {props.edits.map((edit) => (
          <li key={edit.key} className={styles['item']}>
            <TroubledEdit edit={edit} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function TroubledEdit({ edit }: { edit: WaitingEdit }): ReactNode {
  const { trip, field, trouble } = edit;
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const client = useQueryClient();
  const queue = useWaitingEdits();
  const text = useValueText(edit);
  if (!trouble || !queue) return null;
  // Of a trip that is somebody else's private one by now only the day is told, as everywhere (TRIP-032).
  const isWithheld = trouble.kind === 'refused' && trouble.errors === 'TripNotYours';
  const when = trip.time === null || isWithheld ? trip.day : format.dateTime(trip.time);
  const letGo = (): void => void queue.drop(edit.key).then(() => void client.invalidateQueries({ queryKey: ['trips.generate'] }));
  return (
    <>
      <h3 className={styles['title']}>{t('EditOf', { field: t(FIELD_NAMES[field]), unit: trip.unit_name, time: when })}</h3>
      {trouble.kind === 'refused' && <p className={styles['why']}>{errors.text(new ApiError(409, trouble.errors))}</p>}
      <dl className={styles['values']}>
        <div>
          <dt>{t('EditYours', { time: format.time(edit.atMs) })}</dt>
          <dd>{text(edit.value)}</dd>
        </div>
        {trouble.kind === 'changed' && (
          <div>
            <dt>{trouble.by === null ? t('EditTheirs') : t('EditTheirsBy', { name: trouble.by })}</dt>
            <dd>{text(trouble.theirs)}</dd>
          </div>
        )}
      </dl>
      <div className={styles['actions']}>
        {trouble.kind === 'changed' ? (
          <>
            <Button isSmall onClick={letGo}>
              {t('EditKeepTheirs')}
            </Button>
            <Button isSmall look="primary" onClick={() => void queue.insist(edit.key)}>
              {t('EditKeepYours')}
            </Button>
          </>
        ) : (
          <Button isSmall onClick={letGo}>
            {t('EditLetGo')}
          </Button>
        )}
      </div>
    </>
  );
}

/** A value as people read it. */
function useValueText({ trip, field }: WaitingEdit): (value: string) => string {
  const t = useT();
  const typeText = useTripTypeText();
  const drivers = useQuery({ ...driversQuery(useSend(), trip.imei), enabled: field === 'driver' });
  return (value) => {
    if (field === 'type') return typeText(value as TripType);
    if (field === 'driver' && value !== '')
      return drivers.data?.drivers.find(({ id }) => String(id) === value)?.name ?? t('EditOtherDriver');
    if (field === 'driver') return t('NoDriver');
    if (field === 'odometer') return explanationText(value, t) || t('EditNothing');
    return (field === 'passengers' ? passengersText(value) : value) || t('EditNothing');
  };
}
