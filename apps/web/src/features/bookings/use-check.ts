import type { Booking } from '@spora/contract/bookings/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import { type BookingForm, formSpan } from './booking-form.ts';
import type { RowChange } from './row-model.ts';
import { toCall } from './time-model.ts';

const WAIT_MS = 250;

/** A time of those asked about, with what stands in its way. */
export type Occurrence = DataOf<'bookings.check'>['occurrences'][number];
/** Nobody has the vehicle, and one may drive then. */
export const isOpen = ({ taken_by, closed }: Occurrence): boolean => taken_by.length === 0 && closed === null;

/** What is known of a time that is asked for. */
export interface Check {
  readonly data: DataOf<'bookings.check'> | undefined;
  readonly before: Booking['hand_over_before'];
  readonly isChecking: boolean;
  /** Asks again, of the same. */
  readonly again: () => void;
}

/** How many are booked, or changed, as the form stands: those that are left out are not counted. */
export const countOf = ({ data }: Check, { weeks, skipTaken }: Pick<BookingForm, 'weeks' | 'skipTaken'>): number =>
  weeks > 1 && skipTaken && data ? data.occurrences.filter(isOpen).length : weeks;

/** Why a form would be refused as it stands, as far as that is known; null: nothing is known against it. `isNew`: it changes no row that there is. */
export function knownRefusal(
  { data }: Check,
  { weeks, skipTaken }: Pick<BookingForm, 'weeks' | 'skipTaken'>,
  isNew: boolean,
): 'BookingShut' | 'BookingShutWeeks' | 'BookingShutRow' | null {
  if (!data) return null;
  const open = data.occurrences.filter(isOpen).length;
  if (open === data.occurrences.length || (weeks > 1 && skipTaken && open > 0)) return null;
  if (weeks === 1 || open === 0) return 'BookingShut';
  return isNew ? 'BookingShutWeeks' : 'BookingShutRow';
}

/** Where a form is sent that would be refused, what stands in its way comes into view, with the first way out of it in the focus. */
export function showTaken(form: HTMLFormElement | null): void {
  const taken = form?.querySelector<HTMLElement>('[data-taken]');
  taken?.scrollIntoView({ block: 'nearest' });
  taken?.querySelector<HTMLElement>('input, button')?.focus();
}

/** Asked once somebody has stopped choosing. */
function useSettled<Value>(value: Value, key: string): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), WAIT_MS);
    return () => clearTimeout(timer);
    // The key says what the value holds; the value itself is a new one on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason above
  }, [key]);
  return settled;
}

/**
 * What stands in the way of what the form says; no data where it says no time yet. `isChecking`: the answer to just that is not there yet.
 * `before`: how its vehicle was left last.
 */
export function useCheck(form: BookingForm, exceptId: number | null): Check {
  const send = useSend();
  const span = formSpan(form);
  const isAskable = form.imei !== '' && span !== null && span.start < span.end;
  const asked = isAskable
    ? {
        imei: form.imei,
        start_date: toCall(span.start),
        end_date: toCall(span.end),
        driver_id: form.kind === 'drive' ? form.driverId : null,
        kind: form.kind,
        // Of a booking that is changed they are those of its row, which are asked about by themselves.
        weeks: exceptId === null ? form.weeks : 1,
        every_weeks: form.everyWeeks,
        except_id: exceptId === null ? null : String(exceptId),
      }
    : null;
  const settled = useSettled(asked, JSON.stringify(asked));
  const { data, isFetching, refetch } = useQuery({
    ...endpointQuery(send, 'bookings.check', {
      body: settled ?? { imei: '', start_date: '', end_date: '' },
    }),
    enabled: settled !== null && asked !== null,
    staleTime: 0,
    retry: false,
  });
  const [told, setTold] = useState<{ imei: string; before: Booking['hand_over_before'] } | null>(null);
  if (data && settled && told?.before !== data.hand_over_before) setTold({ imei: settled.imei, before: data.hand_over_before });
  // How the vehicle was left stays in sight while another time of it is asked about.
  const before = told?.imei === form.imei ? told.before : null;
  const again = (): void => void refetch();
  if (asked === null) return { data: undefined, before, isChecking: false, again };
  const isSettled = JSON.stringify(settled) === JSON.stringify(asked);
  return isSettled ? { data, before, isChecking: isFetching, again } : { data: undefined, before, isChecking: true, again };
}

type RowAnswer = DataOf<'bookings.check-row'>;

/** One booking may last through several of the times. */
const elsewhereIn = (answer: RowAnswer): RowAnswer[number]['driver_elsewhere'] => [
  ...new Map(
    answer.flatMap(({ driver_elsewhere }) => driver_elsewhere).map((each) => [each.unit_name + each.start_date, each]),
  ).values(),
];

/** The same where others of its row change with it: what stands in the way of each. Null: it changes alone. */
export function useRowCheck(one: Check, wanted: readonly RowChange[] | null): Check {
  const send = useSend();
  const asked =
    wanted?.map(({ id, imei, start_date, end_date, driver_id, kind }) => ({
      ...{ id: id as string, imei, start_date, end_date, driver_id, kind },
    })) ?? null;
  const key = JSON.stringify(asked);
  const settled = useSettled(asked, key);
  const { data, isFetching, refetch } = useQuery({
    ...endpointQuery(send, 'bookings.check-row', { body: { bookings: settled ?? [] } }),
    enabled: settled !== null && asked !== null,
    staleTime: 0,
    retry: false,
  });
  if (asked === null) return one;
  const isSettled = JSON.stringify(settled) === key;
  return {
    ...one,
    data: one.data && isSettled && data ? { ...one.data, occurrences: data, driver_elsewhere: elsewhereIn(data) } : undefined,
    isChecking: one.isChecking || isFetching || !isSettled,
    again: () => {
      one.again();
      void refetch();
    },
  };
}
