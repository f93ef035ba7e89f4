import type { Trip } from '@spora/contract/trips/endpoints';
import { useEffect, useRef, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import type { TripChoice } from '../use-trip-choice.ts';
import { PanelTop } from './panel-top.tsx';
import styles from '../screen.module.css';

/** The trip that is open: beside the log, or over it on a phone. */
export function TripPanel(props: {
  trip: Trip | undefined;
  today: string;
  isPlain: boolean;
  isWide: boolean;
  choice: TripChoice;
  /** Its details. */
  children: (trip: Trip) => ReactNode;
}): ReactNode {
  const { trip, today, isPlain, isWide, choice } = props;
  const t = useT();
  const format = useFormat();
  useEscape(trip !== undefined && isWide, choice.close);
  const title = trip
    ? [format.longDay(trip.day, today), trip.start.time && format.time(trip.start.time)].filter(Boolean).join(', ')
    : '';
  const driven = trip
    ? [trip.unit_name, trip.is_masked || isPlain ? null : (trip.driver ?? t('NoDriver'))].filter(Boolean).join(' · ')
    : '';
  const content = (
    <>
      <PanelTop
        key={`top-${trip?.id}`}
        title={title}
        driven={driven}
        takesFocus={() => choice.takesFocus(trip?.id)}
        onStep={isWide ? choice.step : null}
        onClose={choice.close}
      />
      {trip && props.children(trip)}
    </>
  );
  if (isWide)
    return (
      trip && (
        <aside className={styles['panel']} aria-label={t('TripDetails')}>
          {content}
        </aside>
      )
    );
  return (
    <Sheet
      title={[title, driven].filter(Boolean).join(', ')}
      closeLabel={t('Close')}
      isOpen={Boolean(trip)}
      onClose={choice.close}
      isBare
    >
      <div className={styles['sheet']}>{content}</div>
    </Sheet>
  );
}

/** Escape closes from wherever the focus is, but for what has an Escape of its own: a field, and what lies over the page. */
function useEscape(isOn: boolean, close: () => void): void {
  const run = useRef(close);
  useEffect(() => {
    run.current = close;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const isTyping = event.target instanceof Element && event.target.matches('input[type=text], input[type=search], textarea');
      if (!isTyping && !document.querySelector('[role=dialog], [role=menu], [role=listbox]')) run.current();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isOn]);
}
