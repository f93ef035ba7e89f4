import { addDays } from '@spora/calendar/days';
import { instantOf } from '@spora/calendar/zones';
import type { Trip } from '@spora/contract/trips/endpoints';
import type { Format } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import { haversineM } from '@spora/telemetry/geometry';
import { useQuery } from '@tanstack/react-query';
import { addressText, wholeAddress } from '../../lib/address-text.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { isNoClock } from '../../lib/clock.ts';
import { useErrorText, useFormat, useT } from '../../lib/i18n.tsx';
import { readNumber } from '../../lib/number-text.ts';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { NO_END, type TypedEnd } from './components/end-field.tsx';
import { useAct, useWayBack } from './components/merge-dialog.tsx';
import { aroundOf, aroundQuery } from './manual-around.ts';
import type { TripType } from './public/trip-search.ts';
import { useMeasures } from './use-measures.tsx';
import type { TripEdits } from './use-trip-edits.ts';

/** A trip by hand as its form begins. */
export const EMPTY = {
  day: '',
  start: '',
  stop: '',
  start_address: NO_END,
  stop_address: NO_END,
  distance: '',
  odometer: '',
  type: 'business',
  purpose: '',
  note: '',
  /** Null until somebody chooses: then it is who usually drives the unit. */
  driver: null as string | null,
};
export type ManualValues = typeof EMPTY;
/** Whether something was typed that would be lost. */
export const isTyped = ({ day: _day, start_address: from, stop_address: to, ...values }: ManualValues): boolean =>
  from.text !== '' ||
  to.text !== '' ||
  Object.entries(values).some(([name, value]) => value !== EMPTY[name as keyof typeof values]);

/** What is known of the trip from those around it, in words. */
export function useAround(values: ManualValues, imei: string) {
  const t = useT();
  const format = useFormat();
  const { TimeZone } = useUser();
  const measures = useMeasures()([]);
  const page = useQuery(aroundQuery(useSend(), imei, values.day)).data ?? { trips: [], ongoing: [] };
  const { start, stop } = timesOf(values, TimeZone);
  const { clash, before, odometerKm, driverId } = aroundOf(page, values.day, start, stop);
  const [from, to] = [values.start_address.point, values.stop_address.point];
  const stood = before?.stop ?? null;
  return {
    clash: clash && clashText(clash, t, format),
    stood:
      stood?.address || stood?.place
        ? [{ text: wholeAddress(stood, t), hint: t('ManualWhereItStood'), point: pointOf(stood) }]
        : [],
    straight: from && to && t('ManualStraight', { distance: measures.distance(haversineM(from.lat, from.lng, to.lat, to.lng)) }),
    odometer:
      odometerKm === null
        ? t('ManualOdometerHelp')
        : t('ManualOdometerBefore', { odometer: measures.distance(odometerKm * 1000) }),
    driver: driverId === null ? '' : String(driverId),
  };
}

const pointOf = ({ lat, lng }: Trip['start']): TypedEnd['point'] => (lat === null || lng === null ? null : { lat, lng });

function clashText(trip: Trip, t: Translate, format: Format): string {
  const from = format.time(trip.start.time ?? '');
  if (!trip.stop?.time) return t('ManualClashOngoing', { from });
  const route = `${addressText(trip.start, t)} – ${addressText(trip.stop, t)}`;
  return t('ManualClash', { from, to: format.time(trip.stop.time), route });
}

/** Sends the trip; whoever may take it out again is offered to. */
export function useAdd(
  body: ReturnType<typeof bodyOf>,
  { edits, onDone }: { edits: Pick<TripEdits, 'took'>; onDone: () => void },
) {
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const toasts = useToasts();
  const takeBack = useWayBack();
  const act = useAct(
    async () => {
      const { trip } = await call(send, 'trips.add-manual', { body: body as NonNullable<typeof body> });
      const text = t('ManualTripAdded');
      const run = (): void => takeBack(() => call(send, 'trips.remove-manual', { params: { id: trip.id } }));
      if (trip.can.edit) edits.took([trip], { text, run });
      else toasts.show({ text });
    },
    null,
    onDone,
  );
  const refused = act.error instanceof ApiError ? errors.fields(act.error) : {};
  return {
    ...act,
    errorText: act.error === null ? null : (Object.values(refused)[0] ?? errors.text(act.error)),
    isClash: act.error instanceof ApiError && act.error.errors === 'ManualTripOverlaps',
  };
}

/** A stop by the clock before the start is the next day's. */
function timesOf({ day, start, stop }: Pick<ManualValues, 'day' | 'start' | 'stop'>, timeZone: string) {
  const at = (onDay: string, time: string): string | null =>
    onDay === '' || isNoClock(time) ? null : instantOf(`${onDay}T${time}`, timeZone);
  return { start: at(day, start), stop: at(stop <= start && day !== '' ? addDays(day, 1) : day, stop) };
}

/** Null while something is missing. */
export function bodyOf(values: ManualValues & { driver: string }, imei: string, timeZone: string) {
  const { start, stop } = timesOf(values, timeZone);
  const km = readNumber(values.distance);
  const odometer = readNumber(values.odometer);
  const [from, to] = [values.start_address.text.trim(), values.stop_address.text.trim()];
  if (imei === '' || !start || !stop || !km || from === '' || to === '' || odometer === undefined) return null;
  return {
    imei,
    start,
    stop,
    start_address: from,
    stop_address: to,
    distance_m: Math.round(km * 1000),
    start_odometer_km: odometer,
    type: values.type as TripType,
    purpose: values.purpose.trim(),
    note: values.note.trim(),
    driver_id: values.driver === '' ? null : Number(values.driver),
  };
}
