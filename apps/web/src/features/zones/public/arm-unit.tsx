import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Zone } from '@spora/contract/zones/endpoints';
import { useNow } from '../../../lib/age.ts';
import { call } from '../../../lib/call.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { nearMoment } from '../../../lib/near-moment.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { OfferedAction } from '../../../ui/offered-action.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { UntoldBanner, useUntold } from '../../alarms/public/untold.tsx';
import { useWhoIsTold } from '../../alarms/public/who-is-told.ts';
import { alarmKindsOf, warningsOf } from '../model.ts';
import { useZoneWrite } from '../queries.ts';
import { DEVICE_TONES, useZoneTexts } from '../use-zone-texts.ts';
import styles from './circle.module.css';

/** While the unit is yet to answer, it is asked for so often. */
const LOOK_AGAIN_MS = 5_000;
/** While it is guarded, whether it has left. */
const LEFT_AGAIN_MS = 30_000;

/** MAP-012, MAP-013: guards a unit where it is, and no longer. Nothing where the user may do neither. */
export function ArmUnit({ imei }: { imei: string }): ReactNode {
  const t = useT();
  const texts = useZoneTexts();
  const errors = useErrorText();
  const toasts = useToasts();
  const format = useFormat();
  const now = useNow();
  const armed = useQuery({
    ...endpointQuery(useSend(), 'zones.armed', { params: { imei } }),
    retry: false,
    refetchInterval: ({ state }) => {
      const zone = state.data?.geofence;
      return !zone ? false : zone.device.state === 'waiting' ? LOOK_AGAIN_MS : LEFT_AGAIN_MS;
    },
  });
  const write = useZoneWrite<boolean, unknown>((send, isOn) =>
    isOn ? call(send, 'zones.arm', { body: { imei } }) : call(send, 'zones.disarm', { body: { imei } }),
  );
  // The same place with another radius: wherever the unit is by now.
  const enlarge = useZoneWrite<Circle, unknown>((send, circle) => call(send, 'zones.arm', { body: { imei, ...circle } }));
  const zone = armed.data?.geofence ?? null;
  if (!armed.data || (!zone && !armed.data.can.arm)) return null;
  const press = (isOn: boolean): void =>
    write.mutate(isOn, {
      onError: (failure) => toasts.show({ text: errors.text(failure), tone: 'danger' }),
      onSuccess: () => isOn || toasts.show({ text: t('ArmOff') }),
    });
  const left = zone?.last_event?.direction === 'left' ? zone.last_event : null;
  return (
    <div className={styles['arm']}>
      {zone &&
        (left ? (
          <Badge tone="danger">{t('ArmLeft', { time: nearMoment(left.at, now, { t, format }) })}</Badge>
        ) : (
          <>
            <Badge tone={DEVICE_TONES[zone.device.state]}>
              {[
                t('ArmIsOn', { radius: texts.radius(zone.radius) }),
                // That it is watched is said by its being armed.
                ...(zone.device.state === 'saved' ? [] : [texts.device(zone)]),
              ].join(' · ')}
            </Badge>
            <Told zone={zone} />
          </>
        ))}
      {zone && !left && (
        <ArmWarnings
          zone={zone}
          imei={imei}
          isBusy={enlarge.isPending}
          onRadius={
            armed.data.can.arm
              ? (radius) =>
                  enlarge.mutate(
                    { lat: zone.lat, lng: zone.lng, radius },
                    { onError: (failure) => toasts.show({ text: errors.text(failure), tone: 'danger' }) },
                  )
              : null
          }
        />
      )}
      {armed.data.can.arm && (
        <OfferedAction
          id="arm"
          icon="bell"
          label={t(zone ? 'Disarm' : 'ArmHere')}
          title={zone ? undefined : t('ArmHelp')}
          help={zone ? undefined : t('ArmHelp')}
          isBusy={write.isPending}
          onPress={() => press(!zone)}
        />
      )}
    </div>
  );
}

/** Who gets the alarm, for whoever may know; where nobody does, the warning says so. */
function Told({ zone }: { zone: Zone }): ReactNode {
  const t = useT();
  const names = useWhoIsTold(
    zone.units.map(({ id }) => id),
    alarmKindsOf(zone.alarm)[0] ?? 'zone-left',
  );
  return names && names.length > 0 && <p className={styles['told']}>{t('ZoneTold', { names: names.join(', ') })}</p>;
}

type Circle = Pick<Zone, 'lat' | 'lng' | 'radius'>;

/** GEO-020, ALARM-033: as a zone is warned of while it is made: that nobody would be told, and that the unit reports too seldom for its radius. */
function ArmWarnings(props: {
  zone: Zone;
  imei: string;
  isBusy: boolean;
  /** Null: one may not. */
  onRadius: ((metres: number) => void) | null;
}): ReactNode {
  const { zone, imei, onRadius } = props;
  const t = useT();
  const texts = useZoneTexts();
  const untold = useUntold()([imei], alarmKindsOf(zone.alarm));
  const units = useQuery({ ...endpointQuery(useSend(), 'zones.units', { query: {} }), retry: false }).data?.units ?? [];
  const { seldom, hopeless } = warningsOf(zone.radius, units, [imei]);
  const name = zone.units.find((unit) => unit.imei === imei)?.name ?? imei;
  return (
    <>
      <UntoldBanner untold={untold} nameOf={() => name} />
      {seldom && (
        <Banner
          tone="warning"
          action={
            onRadius && (
              <Button isSmall isBusy={props.isBusy} onClick={() => onRadius(seldom.enoughM)}>
                {t('ZoneSetRadius', { radius: texts.radius(seldom.enoughM) })}
              </Button>
            )
          }
        >
          {t('ArmSeldom', { now: texts.radius(zone.radius), radius: texts.radius(seldom.enoughM) })}
        </Banner>
      )}
      {hopeless.length > 0 && <Banner tone="warning">{t('ZoneTooSeldom', { units: name })}</Banner>}
    </>
  );
}
