import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { CalendarDialog } from '../../maintenance/public/calendar-dialog.tsx';
import { calendarSinceQuery, useTripCalendarAddress } from '../queries.ts';

/** TRIP-016: the trips in one's own calendar program. */
export function TripCalendar({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const { data } = useQuery(calendarSinceQuery(useSend()));
  const address = useTripCalendarAddress();
  return (
    <CalendarDialog
      title={t('TripCalendarTitle')}
      text={t('TripCalendarText')}
      since={data?.since ?? null}
      address={address}
      onClose={onClose}
    />
  );
}
