import type { Trip } from '@spora/contract/trips/endpoints';
import type { Unit } from '@spora/contract/units/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { MergeDialog } from '../components/merge-dialog.tsx';
import { MissingCard } from '../components/missing-card.tsx';
import styles from '../components/missing-card.module.css';
import { closeBefore, heldTrips } from '../held-trips.ts';
import { lacksPurpose, type TripPage } from '../model.ts';
import { tripsQuery, unitsQuery } from '../queries.ts';
import { WithBoats } from '../use-measures.tsx';
import { useTripEdits } from '../use-trip-edits.ts';
import type { DayRange } from './trip-search.ts';

/** So many are worked on at a time: each asks for its suggestions. */
const OPEN_AT_ONCE = 5;

/**
 * The own trips of the days that lack a purpose, to be settled one after another: a suggestion or a type is one press. A settled trip
 * becomes a line in its place, and the next one follows.
 */
export function MissingPurposes(props: MissingProps): ReactNode {
  const units = useQuery(unitsQuery(useSend())).data?.units;
  return (
    <WithBoats units={units ?? NO_UNITS}>
      <Missing {...props} />
    </WithBoats>
  );
}

interface MissingProps {
  readonly span: DayRange;
  /** The number of trips without a purpose is another one. */
  readonly onSettled: () => void;
}
const NO_UNITS: readonly Unit[] = [];

function Missing(props: MissingProps): ReactNode {
  const { span } = props;
  const t = useT();
  const user = useUser();
  const edits = useTripEdits();
  const page = useQuery(
    tripsQuery(useSend(), {
      body: { ...span, driver_ids: [user.ID], purpose_missing: true, attested: 'no', descending: false },
    }),
  ).data;
  const held = useHeld(page, user.OtherTripPurposeRequired);
  const [reopened, setReopened] = useState<number | null>(null);
  const [pair, setPair] = useState<readonly Trip[] | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const missing = useMemo(
    () => held.filter((trip) => lacksPurpose(trip, user.OtherTripPurposeRequired)),
    [held, user.OtherTripPurposeRequired],
  );
  useTold(page && missing.map(({ id }) => id).join(' '), props.onSettled);
  useNextInFocus(list, missing);
  const open = new Set(missing.slice(0, OPEN_AT_ONCE).map(({ id }) => id));
  const later = missing.length - open.size;
  const isLater = new Set(missing.slice(OPEN_AT_ONCE).map(({ id }) => id));
  if (held.length === 0) return null;
  return (
    <section className={styles['missing']} aria-label={t('MissingTitle')}>
      <h2 className={styles['title']}>{t('MissingTitle')}</h2>
      {missing.length > 0 && <p className={styles['soft']}>{t('MissingLead')}</p>}
      <ul ref={list} className={styles['cards']}>
        {held
          .filter(({ id }) => !isLater.has(id))
          .map((trip) => (
            <MissingCard
              key={trip.id}
              trip={trip}
              edits={edits}
              isMissing={open.has(trip.id)}
              isOpen={open.has(trip.id) || reopened === trip.id}
              onOpen={() => setReopened(trip.id)}
              before={closeBefore(trip, held)}
              onMerge={(before) => setPair([before, trip])}
            />
          ))}
      </ul>
      {later > 0 && <p className={styles['soft']}>{t('MissingLater', { count: later })}</p>}
      {pair && <MergeDialog pair={pair} edits={edits} onClose={() => setPair(null)} />}
    </section>
  );
}

function useHeld(page: TripPage | undefined, isOtherAsked: boolean): readonly Trip[] {
  const [held, setHeld] = useState<readonly Trip[]>([]);
  const [seen, setSeen] = useState<TripPage | undefined>(undefined);
  if (page === seen) return held;
  const next = heldTrips(held, page?.trips ?? [], isOtherAsked);
  setSeen(page);
  setHeld(next);
  return next;
}

/** Says when other trips lack a purpose than before; what came first needs no telling. */
function useTold(missing: string | undefined, tell: () => void): void {
  const told = useRef<string | undefined>(undefined);
  const run = useRef(tell);
  useEffect(() => {
    run.current = tell;
  });
  useEffect(() => {
    if (told.current !== undefined && told.current !== missing) run.current();
    told.current = missing;
  }, [missing]);
}

/** When the trip that somebody worked on is settled, the focus is on the next one: in its field after typing. */
function useNextInFocus(list: RefObject<HTMLElement | null>, missing: readonly Trip[]): void {
  const next = missing[0]?.id ?? null;
  const wasTyping = useRef(false);
  const before = useRef(missing.length);
  useEffect(() => {
    const place = list.current;
    const onKey = (event: KeyboardEvent): void => {
      wasTyping.current = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    };
    const onPointer = (): void => {
      wasTyping.current = false;
    };
    place?.addEventListener('keydown', onKey, { capture: true });
    place?.addEventListener('pointerdown', onPointer, { capture: true });
    return () => {
      place?.removeEventListener('keydown', onKey, { capture: true });
      place?.removeEventListener('pointerdown', onPointer, { capture: true });
    };
  }, [list, next]);
  useEffect(() => {
    const isFewer = missing.length < before.current;
    before.current = missing.length;
    const isElsewhere = document.activeElement !== null && document.activeElement !== document.body;
    if (!isFewer || isElsewhere || next === null) return;
    const card = list.current?.querySelector<HTMLElement>(`[data-trip="${next}"]`);
    (wasTyping.current ? card?.querySelector<HTMLElement>('input') : card)?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest' });
  }, [list, missing.length, next]);
}
