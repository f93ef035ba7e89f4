import { useEffect, useState, type ReactNode } from 'react';
import { useNow } from '../lib/age.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { PERIOD_TEXTS, USUAL_PERIODS, usualSpan, type UsualPeriod } from '../lib/usual-periods.ts';
import { DayField } from './day-field.tsx';
import styles from './day-span-fields.module.css';
import { SelectField } from './select-field.tsx';

/** Who types a day pauses no longer than this between its digits. */
const SETTLED_MS = 600;

/** Days as `yyyy-MM-dd`; empty: open on that side. */
interface OpenSpan {
  readonly from: string;
  readonly to: string;
}

const isOrdered = ({ from, to }: OpenSpan): boolean => from === '' || to === '' || from <= to;

/**
 * The first and the last day of a list, either of which may be left open, and the usual periods at one press. A day that is typed passes through others ("27" begins as the 2nd):
 * the days are handed on when the typing pauses or the field is left, and never while the last one lies before the first, which is told.
 */
export function DaySpanFields(props: {
  fromLabel: string;
  toLabel: string;
  from: string | undefined;
  to: string | undefined;
  onChange: (span: { from: string | undefined; to: string | undefined }) => void;
}): ReactNode {
  const t = useT();
  const [from, to] = [props.from ?? '', props.to ?? ''];
  const [given, setGiven] = useState<OpenSpan>({ from, to });
  const [typed, setTyped] = useState<OpenSpan>({ from, to });
  const [isSettled, setSettled] = useState(true);
  if (given.from !== from || given.to !== to) {
    setGiven({ from, to });
    setTyped({ from, to });
  }
  const settle = (): void => {
    setSettled(true);
    const isOther = typed.from !== from || typed.to !== to;
    if (isOther && isOrdered(typed)) props.onChange({ from: typed.from || undefined, to: typed.to || undefined });
  };
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(settle, SETTLED_MS);
    return () => clearTimeout(timer);
    // Only another day starts the wait; the callback is a new one on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason above
  }, [typed, isSettled]);
  const type = (part: Partial<OpenSpan>): void => {
    setTyped({ ...typed, ...part });
    setSettled(false);
  };
  const today = useFormat().day(useNow());
  const isSpan = (period: UsualPeriod): boolean => {
    const span = usualSpan(period, today);
    return span.from === from && span.to === to;
  };
  const texts = { previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') };
  return (
    <>
      <SelectField
        label={t('Period')}
        value={from === '' && to === '' ? '' : (USUAL_PERIODS.find(isSpan) ?? 'custom')}
        onChange={({ target }) => {
          if (target.value === '') props.onChange({ from: undefined, to: undefined });
          const period = USUAL_PERIODS.find((each) => each === target.value);
          if (period) props.onChange(usualSpan(period, today));
        }}
      >
        <option value="">{t('PeriodAll')}</option>
        {USUAL_PERIODS.map((period) => (
          <option key={period} value={period}>
            {t(PERIOD_TEXTS[period])}
          </option>
        ))}
        <option value="custom" hidden>
          {t('PeriodOwn')}
        </option>
      </SelectField>
      <div className={styles['days']} data-fields="2">
        <DayField
          label={props.fromLabel}
          value={typed.from}
          {...(to && { max: to })}
          onChange={(day) => type({ from: day })}
          onBlur={settle}
          texts={texts}
        />
        <DayField
          label={props.toLabel}
          value={typed.to}
          {...(from && { min: from })}
          error={isSettled && !isOrdered(typed) ? t('LastDayBeforeFirst') : null}
          onChange={(day) => type({ to: day })}
          onBlur={settle}
          texts={texts}
        />
      </div>
    </>
  );
}
