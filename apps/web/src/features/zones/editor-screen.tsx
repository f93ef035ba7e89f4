import type { DataOf } from '@spora/contract/endpoint-map';
import { ZONE_ADDRESS_MAX, ZONE_ALARMS, ZONE_NAME_MAX, ZONE_RADIUS_M } from '@spora/contract/zones/rules';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useFormat, useLanguage, useT } from '../../lib/i18n.tsx';
import { listText } from '../../lib/names.ts';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { useUnsavedChanges } from '../../lib/unsaved.ts';
import { useDraftForm } from '../../lib/use-draft-form.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { isChangedMeanwhile } from '../../ui/changed-meanwhile.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NotLoaded, together } from '../../ui/loaded.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { positionOf } from '../../lib/address-at.ts';
import { boundsOf, type MapView } from '../../map/shapes.ts';
import { PauseFields } from './components/pause-fields.tsx';
import { RemoveZoneDialog } from './components/remove-zone-dialog.tsx';
import { UnitChoice } from './components/unit-choice.tsx';
import { WrongFields } from './components/wrong-fields.tsx';
import { ZoneChanged } from './components/zone-changed.tsx';
import styles from './components/zones.module.css';
import {
  alarmKindsOf,
  awayFrom,
  faultsOf,
  formOf,
  inputOf,
  MANY,
  mostlyAt,
  newZone,
  type RadiusWarning,
  warningsOf,
  wasOf,
  type ZoneForm,
} from './model.ts';
import { EmptyOrBegin } from '../../ui/begin-unit.tsx';
import { ChooseReceivers } from '../alarms/public/choose-receivers.tsx';
import { UntoldBanner, useUntold } from '../alarms/public/untold.tsx';
import { useWhoIsTold } from '../alarms/public/who-is-told.ts';
import { CircleFields, type CircleSource } from './public/circle-fields.tsx';
import type { RenderCircleMap } from './public/circle-map.tsx';
import { radiusOf, useCircle } from './public/use-circle.ts';
import { unitPlacesQuery, useZoneWrite, zonesQuery, zoneUnitsQuery } from './queries.ts';
import { namedUpTo, useUnitPlaces } from './use-unit-places.ts';
import { DEVICE_TONES, useZoneTexts } from './use-zone-texts.ts';

const OWN_FIELDS = ['name', 'address', 'lat', 'lng', 'radius', 'imeis', 'alarm', 'inactive', 'to', 'from', 'days'];

export interface ZoneEditorProps {
  /** Null: a new one. */
  readonly id: number | null;
  /** With the zone that was saved; without one where it was let be, or is gone. */
  readonly onDone: (savedId?: number) => void;
  readonly renderMap: RenderCircleMap;
}

/** GEO-010: one zone with its circle, units, alarms and hours. */
export function ZoneEditor(props: ZoneEditorProps): ReactNode {
  const t = useT();
  const send = useSend();
  const list = useQuery(zonesQuery(send));
  const units = useQuery(zoneUnitsQuery(send, props.id));
  if (!list.data || !units.data) {
    // Asked of a zone that is not there, the units are refused with it.
    if (list.data && props.id !== null && !list.data.geofences.some(({ id }) => id === props.id)) return <Missing />;
    return <NotLoaded query={together(list, units)} heights={[480]} />;
  }
  const zone = props.id === null ? null : list.data.geofences.find(({ id }) => id === props.id);
  if (zone === undefined) return <Missing />;
  if (zone === null && !list.data.can.add)
    return (
      <EmptyState icon="target" title={t('ZonesReadOnlyTitle')}>
        {t('ZonesReadOnly')}
      </EmptyState>
    );
  return <Editor key={props.id ?? 'new'} {...props} list={list.data} units={units.data.units} first={zone} />;
}

function Missing(): ReactNode {
  const t = useT();
  return <EmptyState icon="target" title={t('ZoneNotFound')} />;
}

type Zones = DataOf<'zones.list'>;

function Editor(
  props: ZoneEditorProps & { list: Zones; units: DataOf<'zones.units'>['units']; first: Zones['geofences'][number] | null },
): ReactNode {
  const { id, list, units } = props;
  const t = useT();
  const toasts = useToasts();
  const texts = useZoneTexts();
  const format = useFormat();
  const minRadius = list.min_radius;
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const fresh = list.geofences.find((zone) => zone.id === id) ?? null;
  // What the form began with: the list goes on.
  const [began, setBegan] = useState(props.first);
  const canEdit = props.first?.can.edit ?? true;
  const write = useZoneWrite((send, { form, isOver }: { form: ZoneForm; isOver: boolean }) =>
    call(send, 'zones.save', { body: { ...inputOf(form, id), ...(isOver || !began ? {} : { was: wasOf(began) }) } }),
  );
  const store = (form: ZoneForm, isOver = false): void =>
    write.mutate(
      { form, isOver },
      {
        onSuccess: ({ geofence }) => {
          const saved = t(
            !form.isActive ? 'ZoneSavedOff' : geofence.device.state === 'waiting' ? 'ZoneSavedWaiting' : 'ZoneSaved',
            { name: geofence.name },
          );
          toasts.show({ text: told && form.isActive ? `${saved} ${told}` : saved });
          props.onDone(geofence.id);
        },
      },
    );
  const draft = useDraftForm<ZoneForm>({
    first: props.first ? formOf(props.first) : newZone(minRadius),
    faultsOf: (form) => {
      const { radius, ...faults } = faultsOf(form, minRadius);
      return { ...faults, radius: radius === 'too-small' ? 'ZoneRadiusTooSmall' : radius };
    },
    write,
    send: (form) => store(form),
  });
  const { form, change } = draft;
  const { IsAdmin: isAdmin } = useUser();
  // From the call on: the page is left as soon as it answers, before anything is drawn again.
  useUnsavedChanges(draft.isUnsaved && !isLeaving && !write.isPending && !write.isSuccess);
  const circle = useCircle({ form, limits: { min: minRadius, max: ZONE_RADIUS_M.max }, change });
  const start = useStart(id === null ? units : null);
  const places = useNamedPlaces(form.name, (name) => change({ name }));
  const chosenAt = useUnitPlaces(form.imeis);
  const told = useTold(form, units);
  const away = awayFrom(form, radiusOf(form), chosenAt);
  const theirs = isChangedMeanwhile(write.error) ? fresh : null;
  // Of a radius that cannot be saved it is said what can be, and no more: 'at least 300' beside '75 is safer' says two things.
  const isFit = faultsOf(form, minRadius).radius === null;
  const warnings = warningsOf(isFit ? radiusOf(form) : null, units, form.imeis);
  const others = useMemo(
    () =>
      list.geofences.filter(
        (zone) => zone.id !== id && (form.imeis.length === 0 || zone.imeis.some((imei) => form.imeis.includes(imei))),
      ),
    [list.geofences, id, form.imeis],
  );
  // The number stands in the text, so that the form's own errors cannot fill it in.
  const radiusError = (): string | null => {
    const text = draft.errorOf('radius');
    const fault = faultsOf(form, minRadius).radius;
    // That it is too large no further digit mends, so it is told at once.
    if (fault === 'ZoneRadiusTooLarge') return t(fault);
    return text && fault === 'too-small' ? t('ZoneRadiusTooSmall', { count: minRadius }) : text;
  };
  return (
    <form ref={draft.place} className={styles['editor']} noValidate onSubmit={draft.submit}>
      <div className={styles['form']}>
        {!canEdit && <Banner tone="information">{t('ZonesReadOnly')}</Banner>}
        {fresh && <DeviceStates zone={fresh} deviceText={texts.device} />}
        <fieldset className={styles['all']} disabled={!canEdit}>
          <TextField
            label={t('ZoneName')}
            name="name"
            maxLength={ZONE_NAME_MAX}
            autoComplete="off"
            value={form.name}
            onChange={({ target }) => change({ name: target.value })}
            error={draft.errorOf('name')}
          />
          <div className={styles['circle']} data-circle>
            <CircleFields
              circle={circle}
              addressMax={ZONE_ADDRESS_MAX}
              errorOf={(field) =>
                field === 'radius' ? radiusError() : (draft.errorOf(field) ?? (field === 'point' ? draft.errorOf('lat') : null))
              }
              radiusHelp={t('ZoneRadiusHelp', { min: format.number(minRadius), max: format.number(ZONE_RADIUS_M.max) })}
              sources={[places, useUnitSource(units)]}
            />
          </div>
          {warnings.isInaccurate && <Banner tone="warning">{t('ZoneSmallForAccuracy')}</Banner>}
          <fieldset className={styles['group']}>
            <legend>{t('ZoneAlarmWhen')}</legend>
            {ZONE_ALARMS.map((alarm) => (
              <label key={alarm} className={styles['day']}>
                <input type="radio" name="alarm" checked={form.alarm === alarm} onChange={() => change({ alarm })} />
                {t(`ZoneAlarm-${alarm}`)}
              </label>
            ))}
            <p className={styles['soft']}>
              {t('ZoneToldBy')} {isAdmin ? <ChooseReceivers>{t('ReceiverAll')}</ChooseReceivers> : t('ZoneToldAdmin')}
            </p>
            {form.alarm !== 'enter' && <p className={styles['soft']}>{t('ZoneLeaveIsUrgent')}</p>}
            <Switch label={t('ZoneTheftMode')} isOn={form.hasTheftMode} onChange={(hasTheftMode) => change({ hasTheftMode })} />
            {form.hasTheftMode && <Banner tone="warning">{t('ZoneTheftModeBattery')}</Banner>}
          </fieldset>
          {units.length === 0 && <EmptyOrBegin text={t('ZonesNoneText')}>{null}</EmptyOrBegin>}
          <div data-field="imeis">
            <UnitChoice
              units={units}
              chosen={form.imeis}
              onChange={(imeis) => change({ imeis })}
              error={draft.errorOf('imeis')}
            />
          </div>
          {/* Below the units that it is about: of a choice far down nobody sees what appears above it. */}
          <IntervalWarnings warnings={warnings} onRadius={(metres) => change({ radius: String(metres) })} />
          <WhatFollows form={form} units={units.filter(({ imei }) => form.imeis.includes(imei))} away={away} told={told} />
          <div data-field="pause">
            <PauseFields form={form} change={change} errorOf={draft.errorOf} timeZone={fresh?.time_zone ?? null} />
          </div>
          <Switch label={t('ZoneActive')} isOn={form.isActive} onChange={(isActive) => change({ isActive })} />
          {!form.isActive && <Banner tone="information">{t('ZoneOffTellsNobody')}</Banner>}
          <p className={styles['soft']}>{t('ZoneJudged')}</p>
        </fieldset>
        {theirs && began && (
          <ZoneChanged
            began={began}
            theirs={theirs}
            onTakeTheirs={() => {
              setBegan(theirs);
              draft.rebase(formOf(theirs));
              write.reset();
            }}
            onOverwrite={() => store(form, true)}
          />
        )}
        {!theirs && <FailureBanner failure={write.error} ownFields={OWN_FIELDS} onRetry={() => store(form)} />}
        {canEdit && (
          <div className={styles['foot']} data-foot-bar>
            <WrongFields place={draft.place} errorOf={draft.errorOf} />
            {fresh && (
              <Button look="quiet" isWrite className={styles['remove']} onClick={() => setAsking(true)}>
                {t('ZoneRemove')}
              </Button>
            )}
            <Button onClick={() => props.onDone()}>{t('Cancel')}</Button>
            <Button look="primary" type="submit" isBusy={write.isPending}>
              {t('Save')}
            </Button>
          </div>
        )}
      </div>
      <div className={styles['editorMap']}>
        {props.renderMap({
          circle,
          others,
          isReadOnly: !canEdit,
          units: chosenAt,
          label: t('ZoneMap'),
          ...(start === undefined ? {} : { start }),
        })}
      </div>
      {isAsking && fresh && (
        <RemoveZoneDialog zone={fresh} onClose={() => setAsking(false)} onBusy={setLeaving} onRemoved={() => props.onDone()} />
      )}
    </form>
  );
}

/** A new zone's map begins where many units are; null until that is known, undefined where there is nothing to know. */
function useStart(units: DataOf<'zones.units'>['units'] | null): MapView | null | undefined {
  const imeis = units?.map(({ imei }) => imei) ?? [];
  const places = useQuery({ ...unitPlacesQuery(useSend(), imeis), enabled: imeis.length > 0, retry: false });
  return useMemo(() => {
    if (imeis.length === 0 || places.isError) return undefined;
    if (!places.data) return null;
    const bounds = boundsOf(
      mostlyAt(
        places.data.units.flatMap(({ position }) => (position ? [position] : [])),
        MANY,
      ),
    );
    return bounds ? { bounds } : undefined;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- of the units only whether there are any
  }, [places.data, places.isError, imeis.length === 0]);
}

/** GEO-013: "use unit position". */
function useUnitSource(units: DataOf<'zones.units'>['units']): CircleSource {
  const t = useT();
  const send = useSend();
  return {
    label: t('CircleUseUnit'),
    options: units.map(({ imei, name }) => ({ value: imei, label: name })),
    find: (imei) => positionOf(send, imei),
  };
}

/** GEO-013: "use place", whose name the zone has until somebody gives it one. */
function useNamedPlaces(name: string, onName: (name: string) => void): CircleSource {
  const t = useT();
  const places = useQuery({ ...endpointQuery(useSend(), 'places.list', {}), retry: false }).data?.places ?? [];
  const [given, setGiven] = useState('');
  const placeOf = (id: string) => places.find((place) => String(place.id) === id);
  return {
    label: t('CircleUsePlace'),
    options: places.map(({ id, label }) => ({ value: String(id), label })),
    find: (id) => Promise.resolve(placeOf(id) ?? null),
    onTaken: (id) => {
      const label = placeOf(id)?.label.slice(0, ZONE_NAME_MAX) ?? '';
      if (name.trim() !== '' && name !== given) return;
      setGiven(label);
      onName(label);
    },
  };
}

/** Who gets the alarms of the zone, or would if it were on, in a sentence; null: not known, or nobody. */
function useTold({ imeis, alarm, isActive }: ZoneForm, units: DataOf<'zones.units'>['units']): string | null {
  const t = useT();
  const { language } = useLanguage();
  const { data } = useQuery(endpointQuery(useSend(), 'units.list', {}));
  const chosen = units.filter(({ imei }) => imeis.includes(imei)).map(({ imei }) => imei);
  const ids = (data?.units ?? []).flatMap(({ id, imei }) => (imei !== null && chosen.includes(imei) ? [id] : []));
  const names = useWhoIsTold(ids, alarmKindsOf(alarm)[0] ?? 'zone-left');
  return names && names.length > 0 ? t(isActive ? 'ZoneTold' : 'ZoneToldOnceOn', { names: listText(names, language) }) : null;
}

/** What saving the zone leads to for its units: who is told, whose first alarm has to wait, and how soon a crossing is noticed. */
function WhatFollows(props: {
  form: ZoneForm;
  /** Those that are chosen. */
  units: DataOf<'zones.units'>['units'];
  /** The names of those that are not in it now. */
  away: readonly string[];
  told: string | null;
}): ReactNode {
  const { form, units, away, told } = props;
  const t = useT();
  const format = useFormat();
  const untold = useUntold()(form.imeis, alarmKindsOf(form.alarm));
  const direct = units.filter((unit) => unit.takes_zones).map(({ name }) => name);
  const later = units
    .filter((unit) => !unit.takes_zones)
    .map(({ name, report_interval_s: interval }) =>
      interval === null
        ? name
        : t('ZoneUnitWithin', {
            unit: name,
            duration: interval < 60 ? `${Math.ceil(interval)}\u00a0s` : format.duration(interval),
          }),
    );
  return (
    <>
      <UntoldBanner untold={untold} nameOf={(imei) => units.find((unit) => unit.imei === imei)?.name ?? imei} />
      {told && (
        <p className={styles['told']}>
          <Icon name="user" size={16} />
          <span>
            {told} <ChooseReceivers />
          </span>
        </p>
      )}
      {form.isActive && form.alarm === 'leave' && away.length > 0 && (
        <Banner tone="information">{t('ZoneUnitsAway', { units: namedUpTo(away), count: away.length })}</Banner>
      )}
      {form.isActive && (direct.length > 0 || later.length > 0) && (
        <p className={styles['soft']}>
          {direct.length > 0 && `${t('ZoneNoticedAtOnce', { units: namedUpTo(direct) })} `}
          {later.length > 0 && t('ZoneNoticedLater', { units: namedUpTo(later) })}
        </p>
      )}
    </>
  );
}

/** GEO-020: for which units the radius is small, and which one is enough. */
function IntervalWarnings(props: { warnings: RadiusWarning; onRadius: (metres: number) => void }): ReactNode {
  const { seldom, hopeless } = props.warnings;
  const t = useT();
  const { radius: radiusText } = useZoneTexts();
  return (
    <>
      {seldom && (
        <Banner
          tone="warning"
          action={
            <Button isSmall onClick={() => props.onRadius(seldom.enoughM)}>
              {t('ZoneSetRadius', { radius: radiusText(seldom.enoughM) })}
            </Button>
          }
        >
          {t('ZoneSmallForInterval', { units: namedUpTo(seldom.names), radius: radiusText(seldom.enoughM) })}
        </Banner>
      )}
      {hopeless.length > 0 && <Banner tone="warning">{t('ZoneTooSeldom', { units: namedUpTo(hopeless) })}</Banner>}
    </>
  );
}

/** GEO-011: how each unit took the zone. */
function DeviceStates(props: {
  zone: Zones['geofences'][number];
  deviceText: (of: Pick<Zones['geofences'][number], 'device'>) => string;
}): ReactNode {
  const t = useT();
  return (
    <ul className={styles['states']} aria-label={t('ZoneDevices')}>
      {props.zone.units.map((unit) => (
        <li key={unit.id}>
          <span>{unit.name}</span>
          <Badge tone={DEVICE_TONES[unit.device.state]}>{props.deviceText(unit)}</Badge>
        </li>
      ))}
    </ul>
  );
}
