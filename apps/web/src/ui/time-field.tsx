import { useState, type ReactNode } from 'react';
import { TextField } from './text-field.tsx';

const two = (text: string): string => text.padStart(2, '0');

/** `07:05` of `7:05`, `7.05`, `705` or `0705`; of `7` too where a whole hour is meant. Empty for anything else. */
export function readClock(text: string, isHourEnough = false): string {
  const [, hours = '', minutes = '00'] =
    /^(\d{1,2})[:.]?(\d{2})$/.exec(text.trim()) ?? (isHourEnough ? /^(\d{1,2})$/.exec(text.trim()) : null) ?? [];
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60 ? `${two(hours)}:${two(minutes)}` : '';
}

/** A time of day by the 24-hour clock: the browser's own field follows its language, and asks for AM or PM in an English one. */
export function TimeField(props: {
  label: string;
  /** `HH:mm`; empty while it is none. */
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  help?: ReactNode;
}): ReactNode {
  const { value, onChange, ...field } = props;
  const [text, setText] = useState(value);
  // Somebody else has set another one.
  const shown = readClock(text) === value ? text : value;
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      maxLength={5}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onChange(readClock(event.target.value));
      }}
      onBlur={() => {
        const clock = readClock(shown, true);
        if (clock === '') return;
        setText(clock);
        if (clock !== value) onChange(clock);
      }}
    />
  );
}
