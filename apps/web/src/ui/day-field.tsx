import { weekNumber, weekSpan } from '@spora/calendar/days';
import { parseDate, parseDateTime, type CalendarDate, type CalendarDateTime } from '@internationalized/date';
import { useState, type ReactElement, type ReactNode } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DatePicker,
  Dialog,
  DialogTrigger,
  FieldError,
  Group,
  Heading,
  Label,
  Popover,
  Text,
} from 'react-aria-components';
import { buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { IsoInput } from './date-range-field.tsx';
import styles from './date-range-field.module.css';
import field from './field.module.css';
import { Icon } from './icon.tsx';
import overlay from './overlay.module.css';

interface Look {
  readonly label: string;
  readonly error?: string | null;
  readonly help?: string | undefined;
  readonly texts: { readonly previous: string; readonly next: string; readonly calendar: string };
}

/** One day as `yyyy-MM-dd`, typed or picked; empty while it is not whole. The week starts on Monday (I18N-007). */
export function DayField(
  props: Look & {
    value: string;
    onChange: (day: string) => void;
    min?: string;
    max?: string;
    isDisabled?: boolean;
    /** The field was left, and its calendar. */
    onBlur?: () => void;
  },
): ReactNode {
  const { value, onChange, min, max } = props;
  return (
    <DatePicker
      className={field['field'] ?? ''}
      value={value === '' ? null : parseDate(value)}
      onChange={(day: CalendarDate | null) => onChange(day?.toString() ?? '')}
      minValue={min ? parseDate(min) : undefined}
      maxValue={max ? parseDate(max) : undefined}
      isInvalid={Boolean(props.error)}
      isDisabled={props.isDisabled}
      {...(props.onBlur && { onBlur: props.onBlur })}
      firstDayOfWeek="mon"
      shouldForceLeadingZeros
    >
      <Picker {...props} />
    </DatePicker>
  );
}

/** A day with its time of day as `yyyy-MM-ddTHH:mm` of a clock on the wall; empty while it is not whole. */
export function MomentField(props: Look & { value: string; onChange: (moment: string) => void }): ReactNode {
  const { value, onChange } = props;
  return (
    <DatePicker
      className={field['field'] ?? ''}
      value={value === '' ? null : parseDateTime(value)}
      onChange={(moment: CalendarDateTime | null) => onChange(moment?.toString().slice(0, 16) ?? '')}
      granularity="minute"
      hourCycle={24}
      isInvalid={Boolean(props.error)}
      firstDayOfWeek="mon"
      shouldForceLeadingZeros
    >
      <Picker {...props} />
    </DatePicker>
  );
}

/** What stands in the field and in the calendar that it opens. */
function Picker(props: Look): ReactNode {
  const { label, error, texts } = props;
  return (
    <>
      <Label className={field['label'] ?? ''}>{label}</Label>
      <Group className={cx(field['frame'], styles['frame'])} data-invalid={Boolean(error)}>
        <Button className={styles['open'] ?? ''} aria-label={texts.calendar}>
          <Icon name="calendar" size={18} />
        </Button>
        <IsoInput />
      </Group>
      {error && <FieldError className={field['error'] ?? ''}>{error}</FieldError>}
      {props.help && (
        <Text slot="description" elementType="p" className={field['help'] ?? ''}>
          {props.help}
        </Text>
      )}
      <Popover className={cx(overlay['popover'], styles['popover'])} offset={6}>
        <Dialog className={styles['dialog'] ?? ''}>
          <Calendar firstDayOfWeek="mon">
            <Month texts={texts} />
          </Calendar>
        </Dialog>
      </Popover>
    </>
  );
}

/** A button that opens a calendar to pick a day in: for what has the day as its title. */
export function DayButton(
  props: Pick<Look, 'texts'> & {
    /** What it is for, heard after what stands in it. */
    label: string;
    value: string;
    onChange: (day: string) => void;
    min?: string;
    /** It is the week of the day that is chosen: weeks have their numbers, and the whole of it is marked. */
    isOfWeeks?: boolean;
    children: ReactNode;
  },
): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className={buttonClass({ look: 'plain' })}>
        <Icon name="calendar" size={18} />
        {props.children} <span className="visually-hidden">{props.label}</span>
      </Button>
      <Popover className={cx(overlay['popover'], styles['popover'])} offset={6} placement="bottom start">
        <Dialog className={styles['dialog'] ?? ''} aria-label={props.label}>
          <Calendar
            aria-label={props.label}
            firstDayOfWeek="mon"
            value={parseDate(props.value)}
            minValue={props.min ? parseDate(props.min) : undefined}
            onChange={(day: CalendarDate) => {
              props.onChange(day.toString());
              setOpen(false);
            }}
          >
            <Month texts={props.texts} week={props.isOfWeeks ? weekSpan(props.value).from : null} />
          </Calendar>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** What stands in a calendar. */
function Month({ texts, week = null }: Pick<Look, 'texts'> & { week?: string | null }): ReactNode {
  const cellOf = (date: CalendarDate): ReactElement => {
    const day = date.toString();
    const { from } = weekSpan(day);
    return (
      <CalendarCell date={date} className={cx(styles['cell'], week === from && styles['ofWeek'])}>
        {({ formattedDate }) => (
          <>
            {/* Beside the first day of a line that the month has. */}
            {week !== null && (day === from || date.day === 1) && (
              <span className={styles['weekNumber']} aria-hidden="true">
                {weekNumber(from)}
              </span>
            )}
            {formattedDate}
          </>
        )}
      </CalendarCell>
    );
  };
  return (
    <>
      <header className={styles['header']}>
        <Button slot="previous" className={buttonClass({ look: 'quiet' }, true)} aria-label={texts.previous}>
          <Icon name="chevron-left" />
        </Button>
        <Heading className={styles['monthName']} />
        <Button slot="next" className={buttonClass({ look: 'quiet' }, true)} aria-label={texts.next}>
          <Icon name="chevron-right" />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short" className={cx(styles['grid'], week !== null && styles['ofWeeks'])}>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles['weekday'] ?? ''}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{cellOf}</CalendarGridBody>
      </CalendarGrid>
    </>
  );
}
