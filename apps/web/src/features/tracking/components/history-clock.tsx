import { instantOf } from '@spora/calendar/zones';
import { useId, useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { readClock } from '../../../lib/clock.ts';
import styles from './history-timeline.module.css';

/** When the cursor stands; a press makes it a field to type another time of that day in. */
export function HistoryClock(props: { time: string; cursorMs: number; onSeek: (timeMs: number) => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  const [text, setText] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const errorId = useId();
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
  const type = (typed: string | null): void => {
    setText(typed);
    setWrong(false);
  };
  const take = (): void => {
    const clock = readClock(text, true);
    // What is no time stays to be put right; nothing typed is no time wanted.
    if (clock === '' && text.trim() !== '') return setWrong(true);
    type(null);
    const instant = clock === '' ? null : instantOf(`${format.day(props.cursorMs)}T${clock}`, format.timeZone);
    if (instant !== null && clock !== format.time(props.cursorMs)) props.onSeek(Date.parse(instant));
  };
  return (
    <>
      <input
        className={styles['clockField']}
        aria-label={t('Clock')}
        inputMode="numeric"
        autoComplete="off"
        placeholder="00:00"
        maxLength={20}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? errorId : undefined}
        autoFocus
        value={text}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => type(target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
          else if (event.key === 'Escape') type(null);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {isWrong && (
        <span id={errorId} className={styles['clockError']} role="alert">
          {t('InvalidTime')}
        </span>
      )}
    </>
  );
}
