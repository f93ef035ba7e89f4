import type { ScheduleItem } from '@spora/contract/bookings/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useBookingTexts } from '../use-booking-texts.ts';
import { clockOf } from '../week-model.ts';
import styles from './week.module.css';

/** BOOK-007: a booking of a day: when, and who or why. Own, waiting and blocked ones say so in words. */
export function BookingChip(props: {
  item: ScheduleItem;
  vehicle: string;
  isMovable: boolean;
  tabIndex?: 0 | -1;
  isStop?: boolean;
}): ReactNode {
  const { item, isMovable } = props;
  const t = useT();
  const format = useFormat();
  const texts = useBookingTexts();
  const time = texts.part(item);
  const who = texts.who(item);
  const { from, to } = clockOf(item);
  /** What the chip shows by its place, its look or an arrow. */
  const heard = [
    item.continues_before || item.continues_after ? time : '',
    item.state === 'requested' ? t('BookingState-requested') : '',
    format.longDay(item.date),
    props.vehicle,
  ];
  return (
    <button
      type="button"
      className={styles['chip']}
      data-stop={props.isStop === false ? undefined : ''}
      data-booking={item.booking_id}
      data-movable={isMovable ? '' : undefined}
      data-own={texts.isOwn(item)}
      data-state={item.state}
      data-kind={item.kind}
      tabIndex={props.tabIndex}
      title={`${time} ${who}`}
    >
      <span className={styles['chipTime']}>
        {item.kind !== 'drive' && <Icon name={item.kind === 'other' ? 'lock' : 'wrench'} size={12} />}
        {item.continues_before && <Icon name="arrow" size={12} />}
        {from || to ? [from, to].filter(Boolean).join('–') : time}
        {item.continues_after && <Icon name="arrow" size={12} />}
      </span>{' '}
      <span className={styles['chipWho']}>{who}</span> <span className="visually-hidden">{heard.filter(Boolean).join(', ')}</span>
      {isMovable && !item.continues_after && <span className={styles['edge']} data-edge="" aria-hidden="true" />}
    </button>
  );
}
