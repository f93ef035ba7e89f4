import type { ScheduleItem } from '@spora/contract/bookings/endpoints';
import { Fragment, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { useBookingTexts } from '../use-booking-texts.ts';
import type { Span } from '../time-model.ts';
import { type BookingOutcome, clockOf, type Joint, lateMinutes, outcomeOf } from '../week-model.ts';
import styles from './week.module.css';

/** A sign for each, so that none is told by its colour alone. */
export const OUTCOME_ICONS: Record<BookingOutcome, IconName> = {
  driven: 'check',
  late: 'history',
  returned: 'undo',
  'not-driven': 'minus',
  released: 'close',
};

/** BOOK-007: a booking of a day: when, and who or why. Own, waiting and blocked ones say so in words. */
export function BookingChip(props: {
  item: ScheduleItem;
  vehicle: string;
  isMovable: boolean;
  tabIndex?: 0 | -1;
  isStop?: boolean;
  /** In the week: what it is one bar with. */
  joint?: Joint;
  /** Nothing else is booked that day. */
  isAlone?: boolean;
  /** In a week that is over: what came of it is said below it, in words. */
  isOver?: boolean;
  /** The whole time of a booking over several days, where it is known. */
  whole?: Span | null;
  /** In place of its day's: of a booking that is listed once, over several days. */
  time?: string;
}): ReactNode {
  const { item, isMovable } = props;
  const t = useT();
  const format = useFormat();
  const texts = useBookingTexts();
  const time = props.time ?? texts.part(item);
  const who = texts.who(item);
  const { from, to } = clockOf(item);
  const { before = null, after = null, days = 1 } = props.joint ?? {};
  /** What the chip shows by its place, its look or an arrow. */
  const heard = [
    item.continues_before || item.continues_after ? time : '',
    item.state === 'requested' ? t('BookingState-requested') : '',
    item.is_repeated ? t('BookingRepeats') : '',
    format.longDay(item.date),
    props.vehicle,
  ];
  const outcome = outcomeOf(item);
  const came = texts.outcome(item);
  const fetched = texts.fetched(item);
  const lateBy = lateMinutes(item);
  return (
    <button
      type="button"
      className={styles['chip']}
      data-stop={props.isStop === false ? undefined : ''}
      data-booking={item.booking_id}
      data-movable={isMovable ? '' : undefined}
      data-own={texts.isOwn(item)}
      data-state={item.state}
      data-over={props.isOver}
      data-alone={props.isAlone}
      data-kind={item.kind}
      tabIndex={props.tabIndex}
      data-before={before ?? undefined}
      data-after={after ?? undefined}
      style={days > 1 ? ({ '--days': String(days) } as Record<string, string>) : undefined}
      title={[
        `${props.whole && (item.continues_before || item.continues_after) ? texts.span(props.whole) : time} ${who}`,
        ...[item.is_repeated ? t('BookingRepeats') : '', came, fetched].filter(Boolean),
      ].join('\n')}
    >
      <span className={styles['chipWords']} data-chip="words">
        <span className={styles['chipTime']} data-chip="time">
          {item.kind !== 'drive' && <Icon name={item.kind === 'other' ? 'lock' : 'wrench'} size={12} />}
          {item.continues_before && before !== 'joined' && <Icon name="arrow" size={12} />}
          <span className={before === 'joined' && !to ? 'visually-hidden' : undefined}>
            {props.time !== undefined || from === to ? time : [from, to].filter(Boolean).join('–')}
          </span>
          {item.continues_after && after !== 'joined' && <Icon name="arrow" size={12} />}
          {item.is_repeated && before !== 'joined' && <Icon name="repeat" size={12} />}
          {outcome && !props.isOver && (
            <span className={styles['outcome']} data-outcome={outcome}>
              <Icon name={OUTCOME_ICONS[outcome]} size={14} />
              {props.isStop === false
                ? came
                : before === 'joined' && lateBy !== null && <span aria-hidden="true">{`+${format.duration(lateBy * 60)}`}</span>}
            </span>
          )}
        </span>{' '}
        <span className={before === 'joined' ? 'visually-hidden' : styles['chipWho']} data-chip="who">
          {/* Beside the time a day is too narrow for it. */}
          {outcome && lateBy !== null && !props.isOver && props.isStop !== false && before !== 'joined' && (
            <span className={styles['chipLate']} aria-hidden="true">
              {`+${format.duration(lateBy * 60)}\u00a0· `}
            </span>
          )}
          {props.isOver ? who.replaceAll(' · ', '\u00a0· ') : <Dotted text={who} />}
        </span>
      </span>{' '}
      {props.isOver && came !== '' && (
        <span className={styles['chipCame']} data-outcome={outcome} aria-hidden="true">
          {outcome && <Icon name={OUTCOME_ICONS[outcome]} size={12} />} {came}
          {lateBy !== null && ` (+${format.duration(lateBy * 60)})`}
        </span>
      )}
      {(props.isOver || props.isStop === false) && fetched !== '' && (
        <span className={styles['chipCame']} data-outcome="late" aria-hidden="true">
          {fetched}
        </span>
      )}
      <span className="visually-hidden">
        {[...heard, props.isStop === false ? '' : came, fetched].filter(Boolean).join(', ')}
      </span>
      {isMovable && !item.continues_after && <span className={styles['edge']} data-edge="" aria-hidden="true" />}
    </button>
  );
}

/** A line does not begin with the dot: the word before it goes with it. */
function Dotted({ text }: { text: string }): ReactNode {
  return text.split(/(\S+ ·) /).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <Fragment key={at}>
        <span className={styles['whole']}>{part}</span>{' '}
      </Fragment>
    ),
  );
}
