import { useState, type ReactNode } from 'react';
import { isNoClock, readClock } from '../lib/clock.ts';
import { useT } from '../lib/i18n.tsx';
import { TextField } from './text-field.tsx';

/** What the form gets of what stands in the field: it can be sent from within it. */
const valueOf = (text: string): string => readClock(text, true) || text.trim();

/** A time of day by the 24-hour clock: the browser's own field follows its language, and asks for AM or PM in an English one. */
export function TimeField(props: {
  label: string;
  /** `HH:mm`; empty while it is none. What is no time stands in it as it was typed: `isNoClock` tells, and such a form is not sent. */
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  help?: ReactNode;
}): ReactNode {
  const { value, onChange, error, ...field } = props;
  const t = useT();
  const [text, setText] = useState(value);
  // Half a time is told once the field is left.
  const [isLeft, setLeft] = useState(false);
  // Somebody else has set another one.
  const shown = valueOf(text) === value ? text : value;
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      maxLength={20}
      value={shown}
      error={isNoClock(value) && (isLeft || error) ? t('InvalidTime') : (error ?? null)}
      onChange={(event) => {
        setText(event.target.value);
        setLeft(false);
        onChange(valueOf(event.target.value));
      }}
      onBlur={() => {
        setLeft(true);
        setText(valueOf(shown));
      }}
    />
  );
}
