import { addDays } from '@spora/calendar/days';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { PageLink } from '../../lib/page-link.tsx';
import { PinMark } from '../../map/pin-mark.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './eco.module.css';
import { EventsMap } from './events-map.tsx';
import { type EcoEvent, eventText, KIND_SIGN } from './model.ts';

/** What lies beside the sheet is never scrolled, and what is in view already stays where it is. */
const bringIntoView = (element: Element | null | undefined): void => element?.scrollIntoView({ block: 'nearest' });

/** The events of a row on a map, which stays in view above their list; the chosen one is marked in both. */
export function RowEvents(props: { events: readonly EcoEvent[]; isDriver: boolean }): ReactNode {
  const { events, isDriver } = props;
  const t = useT();
  const format = useFormat();
  const [chosen, setChosen] = useState<string | null>(null);
  const map = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const pins = useMemo(
    () =>
      events.flatMap((event) => {
        const { key, kind, lat, lng } = event;
        if (lat === null || lng === null) return [];
        const value = eventText(event, t, format);
        const more = [value, format.dateTime(event.at)].filter(Boolean).join('\n');
        return [{ id: key, label: t(`EcoKind-${kind}`), more, lat, lng, sign: KIND_SIGN[kind] }];
      }),
    [events, t, format],
  );
  const shown = pins.find(({ id }) => id === chosen);
  const choose = (key: string | null): void => {
    setChosen(key);
    const row = events.findIndex((event) => event.key === key);
    if (row >= 0) bringIntoView(list.current?.children[row]);
    // Where a window is too low for the map to stay, it comes back.
    if (key !== null) bringIntoView(map.current);
  };
  return (
    <div>
      {pins.length > 0 ? (
        <div ref={map} className={styles['stays']}>
          <EventsMap pins={pins} chosen={shown?.id ?? null} onChoose={choose} />
        </div>
      ) : (
        <p className={styles['soft']}>{t('EcoNoPlaces')}</p>
      )}
      <p role="status" className="visually-hidden">
        {shown && t('EcoShownOnMap', { event: `${shown.label} ${shown.more.replace('\n', ', ')}` })}
      </p>
      <ol ref={list} className={styles['events']} aria-label={t('EcoEvents')}>
        {events.map((event) => (
          <EventLine
            key={event.key}
            event={event}
            who={isDriver ? event.unit.name : event.driver}
            isChosen={event.key === chosen}
            onChoose={() => choose(event.key === chosen ? null : event.key)}
          />
        ))}
      </ol>
    </div>
  );
}

/** The log of that unit and day with the trip open; one that began before midnight lies in the day before. */
const tripLinkOf = ({ trip_id, unit }: EcoEvent, day: string) => ({
  ...{ period: 'custom' as const, from: addDays(day, -1), to: day, trip: trip_id },
  ...(unit.imei === null ? {} : { unit: unit.imei }),
});

function EventLine(props: { event: EcoEvent; who: string; isChosen: boolean; onChoose: () => void }): ReactNode {
  const { event, who, isChosen, onChoose } = props;
  const t = useT();
  const format = useFormat();
  const value = eventText(event, t, format);
  return (
    <li className={styles['event']} aria-current={isChosen ? 'true' : undefined}>
      <PinMark sign={KIND_SIGN[event.kind]} />
      <div className={styles['what']}>
        <span>
          <strong>{t(`EcoKind-${event.kind}`)}</strong>
          {value && ` ${value}`}
        </span>
        <span className={styles['soft']}>
          {[format.dateTime(event.at), who, t(`EcoSource-${event.source}`)].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div className={styles['actions']}>
        {event.lat === null ? (
          <span className={styles['soft']}>{t('EcoNoPlace')}</span>
        ) : (
          <Button look="quiet" icon="pin" className={styles['onMap']} aria-pressed={isChosen} onClick={onChoose}>
            {t('EcoOnMap')}
          </Button>
        )}
        <PageLink to={ADDRESSES.tripLog} search={tripLinkOf(event, format.day(event.at))}>
          {t('EcoToTrip')}
        </PageLink>
      </div>
    </li>
  );
}
