import { nearText } from '@spora/messages/near';
import type { Format } from '@spora/messages/format';
import type { UnitKind } from '@spora/contract/units/values';
import { isArmedPlace } from '@spora/contract/alarms/kinds';
import type { DataOf } from '@spora/contract/endpoint-map';
import { haversineM } from '@spora/telemetry/geometry';
import { useQuery } from '@tanstack/react-query';
import { ageText, useNow } from '../../../lib/age.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { movedText, stateText } from '../../../lib/kind-texts.ts';
import { measuresOf } from '../../../lib/measures.ts';
import { useSend } from '../../../lib/send-context.tsx';
import type { MapPoint } from '../../../map/shapes.ts';
import { useAlarmTexts } from './use-alarm-texts.ts';

type OpenAlarm = DataOf<'alarms.get'>;

const LOOK_AGAIN_MS = 30_000;
/** Nearer than this it is where the alarm was raised. */
const AWAY_M = 300;
/** What it did longer ago than this is not said to be so now. */
const SAID_NOW_MS = 120_000;
/** As the crow flies, so far away no road is that exact. */
const WHOLE_M = 10_000;
/** How long a unit has been so is told of these. */
const LASTING = ['moving', 'stopped', 'parked'] as const;

/** A short name stays beside its word. */
const UNBROKEN_MAX = 24;
const unbrokenName = (text: string): string => (text.length <= UNBROKEN_MAX ? text.replaceAll(' ', '\u00a0') : text);

const awayText = (kind: UnitKind, awayM: number, format: Format): string => {
  const measures = measuresOf(kind, format);
  return awayM > WHOLE_M ? measures.odometer(awayM) : measures.distance(awayM);
};

export interface AlarmNow {
  /** Nobody knows yet whether it will be told. */
  readonly isPending: boolean;
  /** What the unit does, since when, where, and from when that is; empty where it is not told. */
  readonly lines: readonly string[];
  /** The zone that it left or entered, where this person sees it and it is still there. */
  readonly zone: (MapPoint & { readonly radius: number }) | null;
  /** Where it is, away from where the alarm was raised. */
  readonly away: (MapPoint & { readonly label: string }) | null;
}

/** Where the unit of a security alarm is now, as far as this person sees it. */
export function useAlarmNow({ unit, lat, lng, ...alarm }: OpenAlarm): AlarmNow {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { momentShort } = useAlarmTexts();
  const imei = alarm.class === 'security' ? (unit?.imei ?? null) : null;
  const { data, isPending } = useQuery({
    ...endpointQuery(useSend(), 'tracking.positions', { query: { imeis: imei ?? '' } }),
    enabled: imei !== null,
    refetchInterval: LOOK_AGAIN_MS,
    retry: false,
  });
  // Whoever sees no zones is told none.
  const zones = useQuery({
    ...endpointQuery(useSend(), 'zones.list', { query: { imei: imei ?? '' } }),
    enabled: imei !== null,
    retry: false,
  }).data?.geofences;
  const isOfZone = alarm.kind === 'zone-left' || alarm.kind === 'zone-entered';
  const zone = zones?.find(({ is_armed: isArmed, name }) =>
    isArmedPlace(alarm.kind, alarm.subject) ? isArmed : isOfZone && name === alarm.subject,
  );
  const about = zone ? { lat: zone.lat, lng: zone.lng, radius: zone.radius } : null;
  const nothing = { isPending: isPending && imei !== null, lines: [], zone: about, away: null };
  const live = data?.units.find((each) => each.imei === imei);
  if (!live?.position || live.no_position_reason !== null) return nothing;
  const { position } = live;
  const isSilent = live.contact_expected_by !== null && now > Date.parse(live.contact_expected_by);
  const state = isSilent && LASTING.some((each) => each === live.state) ? 'no-contact' : live.state;
  const isOld = state === 'moving' && now - Date.parse(position.time) > SAID_NOW_MS;
  // How long one has been moving begins again after each red light.
  const lasts = state !== 'moving' && live.state_since !== null && LASTING.some((each) => each === state);
  const does = isOld ? movedText(live.kind, t) : stateText(state, live.kind, t);
  const since = lasts ? format.duration(Math.max(0, now - Date.parse(live.state_since ?? '')) / 1000) : null;
  const address = live.address && (live.address_is_approximate ? unbrokenName(nearText(live.address, t)) : live.address);
  const around = zones?.filter((each) => haversineM(each.lat, each.lng, position.lat, position.lng) <= each.radius);
  // The place where a unit was armed has a name in the list of zones alone.
  const inside = around?.find(({ is_armed: isArmed }) => !isArmed) ?? around?.[0];
  const insideText = inside?.is_armed
    ? t('AlarmNowArmed')
    : inside && inside.name !== live.place
      ? t('AlarmNowInZone', { zone: inside.name })
      : null;
  // A zone that is named says more than the town that it is near.
  const isNamed = live.place !== null || (inside !== undefined && !inside.is_armed);
  const where = [live.place, insideText, isNamed && live.address_is_approximate ? null : address].filter(Boolean).join(', ');
  // It may stand there longer than its engine is off: of both the later one is known.
  const isOff = state === 'parked' && position.ignition === false && live.state_since !== null;
  const awayM = lat === null || lng === null ? 0 : haversineM(lat, lng, position.lat, position.lng);
  return {
    isPending: false,
    zone: about,
    lines: [
      isOff
        ? t('AlarmNowOff', { state: does, time: momentShort(live.state_since ?? '') })
        : since === null
          ? does
          : t(live.state_may_be_older ? 'StateForAtLeast' : 'StateFor', { state: does, duration: since }),
      where,
      awayM >= AWAY_M ? t('AlarmNowAway', { distance: awayText(live.kind, awayM, format) }) : '',
      t('AlarmNowSeen', { time: momentShort(position.time), age: ageText(position.time, now, t) }),
    ].filter(Boolean),
    away: awayM >= AWAY_M ? { lat: position.lat, lng: position.lng, label: t('AlarmNow') } : null,
  };
}
