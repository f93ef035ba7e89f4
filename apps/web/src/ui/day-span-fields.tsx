import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { DayField } from './day-field.tsx';

/** Who types a day pauses no longer than this between its digits. */
const SETTLED_MS = 600;

/** Days as `yyyy-MM-dd`; empty: open on that side. */
interface OpenSpan {
  readonly from: string;
  readonly to: string;
}

const isOrdered = ({ from, to }: OpenSpan): boolean => from === '' || to === '' || from <= to;

/**
 * The first and the last day of a list, either of which may be left open. A day that is typed passes through others ("27" begins as the 2nd):
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
  const texts = { previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') };
  return (
    <>
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
    </>
  );
}
