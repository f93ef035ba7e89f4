import type { RowBooking } from '@spora/contract/bookings/rows';
import { useId, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import styles from './booking.module.css';

/** BOOK-050: of a row that goes on, whether something is done to this booking alone or to those that follow it too. */
export function RowChoice(props: {
  legend: string;
  row: readonly RowBooking[] | undefined;
  isWhole: boolean;
  onChoose: (isWhole: boolean) => void;
}): ReactNode {
  const { row, isWhole, onChoose } = props;
  const t = useT();
  const format = useFormat();
  const name = useId();
  const [first, last] = [row?.[0], row?.at(-1)];
  if (!row || !first || !last || row.length < 2) return null;
  const dayOf = ({ start_date }: RowBooking): string => format.longDay(start_date.slice(0, 10), first.start_date.slice(0, 10));
  return (
    <fieldset className={styles['rowChoice']}>
      <legend>{props.legend}</legend>
      <label>
        <input type="radio" name={name} checked={!isWhole} onChange={() => onChoose(false)} />
        <span>{t('BookingRowOne', { day: dayOf(first) })}</span>
      </label>
      <label>
        <input type="radio" name={name} checked={isWhole} onChange={() => onChoose(true)} />
        <span>{t('BookingRowAll', { count: row.length - 1, day: dayOf(last) })}</span>
      </label>
    </fieldset>
  );
}
