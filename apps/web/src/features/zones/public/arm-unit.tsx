import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Zone } from '@spora/contract/zones/endpoints';
import { ZONE_RADIUS_M } from '@spora/contract/zones/rules';
import { useNow } from '../../../lib/age.ts';
import { call } from '../../../lib/call.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useErrorText, useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { listText } from '../../../lib/names.ts';
import { nearMoment } from '../../../lib/near-moment.ts';
import { useUser } from '../../../lib/session-context.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { OfferedAction } from '../../../ui/offered-action.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { UntoldBanner, useUntold } from '../../alarms/public/untold.tsx';
import { TellMe } from '../../alarms/public/tell-me.tsx';
import { useAmTold, useWhoIsTold } from '../../alarms/public/who-is-told.ts';
import { useReporting } from '../../modes/public/use-reporting.ts';
import { alarmKindsOf, warningsOf } from '../model.ts';
import { useZoneWrite } from '../queries.ts';
import { DEVICE_TONES, useZoneTexts } from '../use-zone-texts.ts';
import { guardsLeaving, useZonesAround } from '../use-zones-around.ts';
import styles from './circle.module.css';

/** While the unit is yet to answer, it is asked for so often. */
const LOOK_AGAIN_MS = 5_000;
/** While it is guarded, whether it has left. */
const LEFT_AGAIN_MS = 30_000;

/** MAP-012, MAP-013: guards a unit where it is, and no longer. Nothing where the user may do neither. */
export function ArmUnit({
  imei,
  at = null,
}: {
  imei: string;
  at?: { readonly lat: number; readonly lng: number } | null;
}): ReactNode {
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
  const around = useZonesAround(imei, at);
  // One that was turned off among the zones guards nothing.
  const found = armed.data?.geofence ?? null;
  const zone = found?.is_active ? found : null;
  const inside = around.map((each) => (
    <p key={each.id} className={styles['told']}>
      {t(!guardsLeaving(each) ? 'InZone' : each.theft_mode_on_leave ? 'InZoneTheft' : 'InZoneGuarded', { zone: each.name })}
    </p>
  ));
  if (!armed.data || (!zone && !armed.data.can.arm)) return inside.length > 0 ? inside : null;
  const mayArm = armed.data.can.arm;
  const fails = { onError: (failure: unknown) => toasts.show({ text: errors.text(failure), tone: 'danger' }) };
  const press = (isOn: boolean): void =>
    write.mutate(isOn, {
      ...fails,
      // Around the same place and as far, for what has not left it.
      onSuccess: () =>
        isOn ||
        toasts.show({
          text: t('ArmOff'),
          ...(zone &&
            !hasLeft(zone) && {
              action: {
                label: t('Undo'),
                run: () => enlarge.mutate({ lat: zone.lat, lng: zone.lng, radius: zone.radius }, fails),
              },
            }),
        }),
    });
  const guarding = around.find(guardsLeaving);
  const usual = texts.radius(ZONE_RADIUS_M.usual);
  const armHelp = guarding ? t('ArmHelpGuarded', { zone: guarding.name, radius: usual }) : t('ArmHelp', { radius: usual });
  if (!zone)
    return (
      <div className={styles['arm']}>
        {inside}
        <OfferedAction
          id="arm"
          icon="bell"
          label={t('ArmHere')}
          title={armHelp}
          help={armHelp}
          isBusy={write.isPending}
          onPress={() => press(true)}
        />
      </div>
    );
  const left = hasLeft(zone) ? zone.last_event : null;
  const changeRadius = (radius: number): void => enlarge.mutate({ lat: zone.lat, lng: zone.lng, radius }, fails);
  return (
    <div className={styles['arm']}>
      {inside}
      {left ? (
        <Badge tone="danger">{t('ArmLeft', { time: nearMoment(left.at, now, { t, format }) })}</Badge>
      ) : (
        <>
          <Badge tone={zone.device.state === 'saved' ? 'success' : DEVICE_TONES[zone.device.state]}>
            {[
              zone.armed_since === null
                ? t('ArmIsOn')
                : t('ArmIsOnSince', { time: nearMoment(zone.armed_since, now, { t, format }) }),
              // That it is watched is said by its being armed.
              ...(zone.device.state === 'saved' ? [] : [texts.device(zone)]),
            ].join(' · ')}
          </Badge>
          <p className={styles['told']}>
            {t('ArmWithin', { radius: texts.radius(zone.radius) })} <Late zone={zone} imei={imei} />
            <Told zone={zone} />
          </p>
          <TellMeToo zone={zone} imei={imei} />
          <ArmWarnings zone={zone} imei={imei} isBusy={enlarge.isPending} onRadius={mayArm ? changeRadius : null} />
        </>
      )}
      {mayArm && (
        <div className={styles['armed']}>
          {!left && <Radius zone={zone} onRadius={changeRadius} />}
          <Button icon="bell" isBusy={write.isPending} onClick={() => press(false)}>
            {t('Disarm')}
          </Button>
        </div>
      )}
    </div>
  );
}

const hasLeft = (zone: Zone): boolean => zone.last_event?.direction === 'left';

/** Those that are offered beside the one that it has. */
const RADII_M = [50, 100, 300, 500, 1_000, 2_000] as const;

function Radius({ zone, onRadius }: { zone: Zone; onRadius: (metres: number) => void }): ReactNode {
  const t = useT();
  const texts = useZoneTexts();
  const { data } = useQuery({ ...endpointQuery(useSend(), 'zones.units', { query: {} }), retry: false });
  if (!data) return null;
  const offered = new Set([...RADII_M.filter((metres) => metres >= data.min_radius), zone.radius]);
  return (
    <Select
      label={t('ArmRadius')}
      value={String(zone.radius)}
      options={[...offered]
        .toSorted((a, b) => a - b)
        .map((metres) => ({ value: String(metres), label: t('ArmRadiusOf', { radius: texts.radius(metres) }) }))}
      onChange={(metres) => Number(metres) !== zone.radius && onRadius(Number(metres))}
    />
  );
}

/** How late the alarm may be for what reports seldom; a warning of the radius says so too. */
function Late({ zone, imei }: { zone: Zone; imei: string }): ReactNode {
  const t = useT();
  const units = useQuery({ ...endpointQuery(useSend(), 'zones.units', { query: {} }), retry: false }).data?.units ?? [];
  const reporting = useReporting(imei);
  const { seldom, hopeless } = warningsOf(zone.radius, units, [imei]);
  const isTakenByUnit = units.some((unit) => unit.imei === imei && unit.takes_zones);
  if (!reporting || seldom || hopeless.length > 0 || isTakenByUnit) return null;
  return <>{t('ArmLate', reporting)} </>;
}

/** Who gets the alarm, for whoever may know; where nobody does, the warning says so. */
function Told({ zone }: { zone: Zone }): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const names = useWhoIsTold(
    zone.units.map(({ id }) => id),
    alarmKindsOf(zone.alarm)[0] ?? 'zone-left',
  );
  return names && names.length > 0 && t('ZoneTold', { names: listText(names, language) });
}

/** Whoever arms a unit, and is not among those who get its alarm, gets it as well at a press. Where nobody does, the warning offers it. */
function TellMeToo({ zone, imei }: { zone: Zone; imei: string }): ReactNode {
  const { Support: visit } = useUser();
  const [ids, kind] = [zone.units.map(({ id }) => id), alarmKindsOf(zone.alarm)[0] ?? 'zone-left'] as const;
  const names = useWhoIsTold(ids, kind);
  const amTold = useAmTold(ids, kind);
  const isUntold = useUntold()([imei], alarmKindsOf(zone.alarm)).length > 0;
  if (amTold !== false || !names || names.length === 0 || isUntold || visit !== undefined) return null;
  const name = zone.units.find((unit) => unit.imei === imei)?.name ?? imei;
  return (
    <div>
      <TellMe isFor={(unit) => unit.Imei === imei} units={name} />
    </div>
  );
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
      <UntoldBanner untold={untold} nameOf={() => name} isOfShown />
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
