import { instantOf } from '@spora/calendar/zones';
import { useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { readClock } from '../../../ui/time-field.tsx';
import styles from './history-timeline.module.css';

/** When the cursor stands; a press makes it a field to type another time of that day in. */
export function HistoryClock(props: { time: string; cursorMs: number; onSeek: (timeMs: number) => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  const [text, setText] = useState<string | null>(null);
  if (text === null)
    return (
      <button
        type="button"
        className={styles['clock']}
        title={t('TypeClock')}
        onClick={() => setText(format.time(props.cursorMs))}
      >
        <strong>{props.time}</strong>
        <Icon name="keyboard" size={14} />
      </button>
    );
  const take = (): void => {
    setText(null);
    const clock = readClock(text, true);
    const instant = clock === '' ? null : instantOf(`${format.day(props.cursorMs)}T${clock}`, format.timeZone);
    if (instant !== null && clock !== format.time(props.cursorMs)) props.onSeek(Date.parse(instant));
  };
  return (
    <input
      className={styles['clockField']}
      aria-label={t('Clock')}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      maxLength={5}
      autoFocus
      value={text}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setText(target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        else if (event.key === 'Escape') setText(null);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
