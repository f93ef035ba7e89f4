import { addDays, weekSpan } from '@spora/calendar/days';
import type { ScheduleItem } from '@spora/contract/bookings/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useNow } from '../../../lib/age.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import frame from '../../../ui/section.module.css';
import { Section } from '../../../ui/section.tsx';
import { dayOf, at } from '../time-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import { nextOf, partOf } from '../week-model.ts';
import styles from './unit-bookings.module.css';

const MOST = 3;

/** Who has a unit this week and next, from now on, with the way to the week; nothing of one that cannot be booked, and where nobody books. */
export function UnitBookings({ imei }: { imei: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const texts = useBookingTexts();
  const nowMs = useNow();
  const now = at(format.day(nowMs), format.time(nowMs));
  const monday = weekSpan(dayOf(now)).from;
  const send = useSend();
  const weekOf = (week_day: string) => ({
    ...endpointQuery(send, 'bookings.week', { query: { Imeis: imei, week_day } }),
    retry: false,
  });
  const weeks = [useQuery(weekOf(monday)).data, useQuery(weekOf(addDays(monday, 7))).data];
  const ofUnit = weeks.map((week) => week?.BookingSchedules.find((vehicle) => vehicle.Imei === imei)?.Schedule);
  if (!ofUnit[0] || !ofUnit[1]) return null;
  /** Of one that goes on where nothing was loaded only the end that is known. */
  const when = (first: ScheduleItem, last: ScheduleItem): string => {
    const [{ start }, { end }] = [partOf(first), partOf(last)];
    if (first.continues_before) return t('BookingPartTo', { to: texts.span({ start: end, end }) });
    return texts.span({ start, end: last.continues_after ? start : end });
  };
  const next = nextOf(
    ofUnit.flatMap((schedule) => schedule ?? []),
    now,
  );
  return (
    <Section
      title={t('UnitNextBookings')}
      action={
        <PageLink to={ADDRESSES.carSchedule} className={buttonClass({ isSmall: true })}>
          <Icon name="calendar" size={16} />
          {t('CarSchedule')}
        </PageLink>
      }
    >
      {next.length === 0 ? (
        <p className={frame['soft']}>{t('UnitNoBookings')}</p>
      ) : (
        <ul className={styles['bookings']}>
          {next.slice(0, MOST).map(({ item, last }) => (
            <li key={item.booking_id}>
              <span className={styles['when']}>{when(item, last)}</span> <span>{texts.who(item)}</span>
            </li>
          ))}
        </ul>
      )}
      {next.length > MOST && <p className={frame['soft']}>{t('UnitMoreBookings', { count: next.length - MOST })}</p>}
    </Section>
  );
}
