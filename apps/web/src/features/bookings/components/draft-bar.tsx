import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { useBookingTexts } from '../use-booking-texts.ts';
import type { Moves } from '../use-moves.ts';
import styles from './week.module.css';

/** BOOK-044: where a booking that is moved by keyboard would stand, and whether that is to be had; it is heard as it moves. */
export function DraftBar(props: { moves: Moves; vehicles: readonly ScheduleVehicle[] }): ReactNode {
  const { draft, save, cancel, against, noAccess } = props.moves;
  const t = useT();
  const texts = useBookingTexts();
  const vehicle = props.vehicles.find(({ Imei }) => Imei === draft?.to.imei)?.Name ?? '';
  const why = draft && against(draft.bookingId, draft.to);
  const told =
    why === 'taken' ? `${t('BookingTakenTitle')}.` : why === 'shut' ? t('BookingNoAccess', { name: noAccess.name, vehicle }) : '';
  const said = draft && t('BookingMoveDraft', { vehicle, time: texts.span(draft.to.span) });
  return (
    <>
      {draft && (
        <div className={styles['draft']}>
          <span>
            {said}
            {told !== '' && <strong className={styles['draftTaken']}> {told}</strong>}
          </span>
          <Button isSmall onClick={cancel}>
            {t('BookingCancel')}
          </Button>
          <Button isSmall look="primary" onClick={save}>
            {t('BookingMoveSave')}
          </Button>
        </div>
      )}
      <span className="visually-hidden" role="status">
        {said} {told}
      </span>
    </>
  );
}
