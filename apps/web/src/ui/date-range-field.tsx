import { parseDate, type CalendarDate } from '@internationalized/date';
import { type ComponentProps, type ReactNode, useContext, useState } from 'react';
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateFieldStateContext,
  DateInput,
  DateRangePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  OverlayTriggerStateContext,
  Popover,
  RangeCalendar,
} from 'react-aria-components';
import { buttonClass } from './button.tsx';
import chip from './chip.module.css';
import { cx } from './cx.ts';
import styles from './date-range-field.module.css';
import field from './field.module.css';
import { Icon } from './icon.tsx';
import overlay from './overlay.module.css';

/** Days as `yyyy-MM-dd`, both ends included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface QuickRange {
  readonly label: string;
  readonly range: DayRange;
}

/** A span of days, typed or picked; days outside the limits cannot be chosen. The week starts on Monday (I18N-007). */
export function DateRangeField(props: {
  label: string;
  value: DayRange;
  onChange: (range: DayRange) => void;
  min?: string;
  max?: string;
  /** The last day that a span from a day may have. */
  latestEnd?: (from: string) => string;
  texts: { previous: string; next: string; calendar: string };
  /** Spans that many want, at one press above the calendar. */
  quick?: readonly QuickRange[];
  /** Stands under the calendar. */
  help?: string;
}): ReactNode {
  const { value, onChange, min, max, texts, latestEnd } = props;
  // A start that is typed passes through others, whose latest end is none of the one that is meant.
  const [whole, setWhole] = useState<{ readonly to: string; readonly cutTo: string } | null>(null);
  const change = (range: { start: CalendarDate; end: CalendarDate } | null): void => {
    if (!range) return;
    const [from, end] = [range.start.toString(), range.end.toString()];
    const to = whole && value.to === whole.cutTo && end === value.to ? whole.to : end;
    const latest = latestEnd?.(from) ?? to;
    const cutTo = to > latest ? latest : to;
    setWhole(cutTo === to ? null : { to, cutTo });
    onChange({ from, to: cutTo });
  };
  return (
    <DateRangePicker
      aria-label={props.label}
      value={{ start: parseDate(value.from), end: parseDate(value.to) }}
      onChange={change}
      minValue={min ? parseDate(min) : undefined}
      maxValue={max ? parseDate(max) : undefined}
      firstDayOfWeek="mon"
      shouldForceLeadingZeros
    >
      <Group className={cx(field['frame'], styles['frame'])} data-one-day={value.from === value.to}>
        <Button className={styles['open'] ?? ''} aria-label={texts.calendar}>
          <Icon name="calendar" size={18} />
        </Button>
        <IsoInput slot="start" />
        <span aria-hidden="true" className={styles['dash']}>
          –
        </span>
        <IsoInput slot="end" />
      </Group>
      <Popover className={cx(overlay['popover'], styles['popover'])} offset={6}>
        <Dialog className={styles['dialog'] ?? ''}>
          {props.quick && <Quick choices={props.quick} value={value} onChange={onChange} />}
          <RangeCalendar firstDayOfWeek="mon">
            <header className={styles['header']}>
              <Button slot="previous" className={buttonClass({ look: 'quiet' }, true)} aria-label={texts.previous}>
                <Icon name="chevron-left" />
              </Button>
              <Heading className={styles['monthName']} />
              <Button slot="next" className={buttonClass({ look: 'quiet' }, true)} aria-label={texts.next}>
                <Icon name="chevron-right" />
              </Button>
            </header>
            <CalendarGrid weekdayStyle="short" className={styles['grid'] ?? ''}>
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell className={styles['weekday'] ?? ''}>{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles['cell'] ?? ''} />}</CalendarGridBody>
            </CalendarGrid>
          </RangeCalendar>
          {props.help && <p className={styles['help']}>{props.help}</p>}
        </Dialog>
      </Popover>
    </DateRangePicker>
  );
}

function Quick(props: { choices: readonly QuickRange[]; value: DayRange; onChange: (range: DayRange) => void }): ReactNode {
  const { value } = props;
  const overlayState = useContext(OverlayTriggerStateContext);
  return (
    <div className={styles['quick']}>
      {props.choices.map(({ label, range }) => (
        <button
          key={label}
          type="button"
          className={chip['chip']}
          aria-pressed={range.from === value.from && range.to === value.to}
          onClick={() => {
            props.onChange(range);
            overlayState?.close();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/**
 * Year, month, day in every language (I18N-010), also in the order in which one types: other locales begin with the day, and the next
 * part after the year would be none.
 */
export function IsoInput(props: { slot?: 'start' | 'end' }): ReactNode {
  return (
    <DateInput {...props} className={styles['input'] ?? ''}>
      {(segment) => <IsoSegment segment={segment} />}
    </DateInput>
  );
}

type DateFieldSegment = ComponentProps<typeof DateSegment>['segment'];
const DATE_PARTS = ['year', 'month', 'day'] as const;

/** What stands in the place of a part: that of the same place where the year comes first. */
function IsoSegment({ segment }: { segment: DateFieldSegment }): ReactNode {
  const segments = useContext(DateFieldStateContext)?.segments ?? [segment];
  const isDate = ({ type }: DateFieldSegment): boolean => DATE_PARTS.some((part) => part === type);
  const inOrder = DATE_PARTS.flatMap((part) => segments.filter(({ type }) => type === part));
  // The places of year, month and day are theirs in another order; what stands between and after them stays.
  const shown = (isDate(segment) && inOrder[segments.filter(isDate).indexOf(segment)]) || segment;
  return <DateSegment segment={shown} className={cx(styles['segment'], styles[shown.type])} />;
}
