import type { Zone } from '@spora/contract/zones/endpoints';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { listText } from '../../../lib/names.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { useUntold } from '../../alarms/public/untold.tsx';
import { useWhoIsTold } from '../../alarms/public/who-is-told.ts';
import { alarmKindsOf, presenceOf } from '../model.ts';
import { useLiveUnits } from '../use-unit-places.ts';
import { DEVICE_TONES, useZoneTexts } from '../use-zone-texts.ts';
import styles from './zones.module.css';

const ROW_PX = 130;
/** Who is told is asked of each unit: of more it is read where the zone is changed. */
const TOLD_UNITS_MAX = 20;

interface ListProps {
  readonly rows: readonly Zone[];
  readonly selectedId: number | null;
  /** What is being switched. */
  readonly pending: { readonly id: number; readonly active: boolean } | null;
  readonly onSelect: (id: number | undefined) => void;
  readonly onSwitch: (id: number, isOn: boolean) => void;
  readonly onRemove: (id: number) => void;
}

/** GEO-012: each zone with what it is, how its units took it and what happened last. */
export function ZoneList(props: ListProps): ReactNode {
  const { rows } = props;
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const shown = useRowWindow(rows.length, ROW_PX, place);
  // Which are unfolded is kept here: a row that is scrolled away is taken out of the page.
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const live = useLiveUnits([...new Set(rows.flatMap((zone) => (zone.is_active ? zone.imeis : [])))]);
  const isTold = new Set(rows.flatMap(({ units }) => units.map(({ id }) => id))).size <= TOLD_UNITS_MAX;
  const { selectedId } = props;
  // One that was just made comes into the list a moment later.
  const isListed = rows.some(({ id }) => id === selectedId);
  useEffect(() => {
    if (isListed) place.current?.querySelector('[data-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selectedId, isListed]);
  const toggle = (id: number): void =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <div ref={place} className={styles['listSide']}>
      <ul className={styles['list']} aria-label={t('Geofences')}>
        {shown.before > 0 && <li aria-hidden="true" style={{ height: shown.before }} />}
        {shown.indexes.flatMap((index) => {
          const zone = rows[index];
          if (!zone) return [];
          return (
            <li
              key={zone.id}
              ref={shown.measure}
              data-index={index}
              className={styles['zone']}
              data-selected={zone.id === props.selectedId}
              data-open={open.has(zone.id)}
            >
              <ZoneCard
                {...props}
                zone={zone}
                live={live}
                isTold={isTold}
                isOpen={open.has(zone.id)}
                onToggle={() => toggle(zone.id)}
              />
            </li>
          );
        })}
        {shown.after > 0 && <li aria-hidden="true" style={{ height: shown.after }} />}
      </ul>
    </div>
  );
}

/** What is looked for first; on a phone the rest unfolds. */
function ZoneCard(
  props: ListProps & {
    zone: Zone;
    live: ReturnType<typeof useLiveUnits>;
    /** Who gets its alarms is told. */
    isTold: boolean;
    isOpen: boolean;
    onToggle: () => void;
  },
): ReactNode {
  const { zone, isOpen } = props;
  const t = useT();
  const texts = useZoneTexts();
  const isUntold = useUntold()(zone.imeis, alarmKindsOf(zone.alarm)).length > 0;
  const { language } = useLanguage();
  const asked = props.isTold && zone.is_active ? zone.units.map(({ id: unitId }) => unitId) : [];
  const names = useWhoIsTold(asked, alarmKindsOf(zone.alarm)[0] ?? 'zone-left') ?? [];
  const presence = presenceOf(zone, props.live);
  const where = zone.is_active ? texts.presence(zone, presence) : [];
  const placed = presence.inside.length + presence.outside.length + presence.waiting.length + presence.hidden.length;
  // Who is named with where they are is not named beside it.
  const isNamedThere = zone.is_active && zone.units.length > 0 && placed === zone.units.length;
  const isSelected = zone.id === props.selectedId;
  const id = useId();
  return (
    <>
      <div className={styles['zoneTop']}>
        <PageLink to={ADDRESSES.geofence} params={{ geofenceID: String(zone.id) }} className={styles['name']}>
          {zone.name}
        </PageLink>
        <Switch
          label={t('ZoneSwitch', { name: zone.name })}
          isLabelHidden
          isOn={props.pending?.id === zone.id ? props.pending.active : zone.is_active}
          isWrite
          isDisabled={!zone.can.edit || props.pending?.id === zone.id}
          onChange={(isOn) => props.onSwitch(zone.id, isOn)}
        />
      </div>
      <div className={styles['zoneFacts']}>
        <span className={styles['soft']}>
          {(zone.is_active
            ? [t(`ZoneWhen-${zone.alarm}`), zone.theft_mode_on_leave && t('ZoneWithTheftMode'), texts.radius(zone.radius)]
            : [t('ZoneNoAlarms'), texts.radius(zone.radius)]
          )
            .filter(Boolean)
            .join(' · ')}
        </span>
        {!isNamedThere && <span className={styles['zoneUnits']}>{texts.units(zone)}</span>}
        <IconButton
          className={styles['unfold'] ?? ''}
          icon="chevron-down"
          label={t('ZoneMore', { name: zone.name })}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={props.onToggle}
        />
      </div>
      {where.map((line) => (
        <p key={line} className={styles['inside']}>
          <Unbroken>{line}</Unbroken>
        </p>
      ))}
      {names.length > 0 && <p className={styles['soft']}>{t('ZoneTold', { names: listText(names, language) })}</p>}
      {zone.is_active && isUntold && (
        <PageLink to={ADDRESSES.geofence} params={{ geofenceID: String(zone.id) }} className={styles['untold']}>
          <Badge tone="warning">{t('UntoldShort')}</Badge>
        </PageLink>
      )}
      <div id={id} className={styles['zoneRest']}>
        <p className={styles['soft']}>{[zone.address, texts.pause(zone)].filter(Boolean).join(' · ')}</p>
        <p className={styles['soft']}>{texts.last(zone)}</p>
        <div className={styles['zoneEnd']}>
          {/* That it is watched, or not, the switch says. */}
          {zone.is_active && zone.device.state !== 'saved' ? (
            <Badge tone={DEVICE_TONES[zone.device.state]}>{texts.device(zone)}</Badge>
          ) : (
            <span />
          )}
          <span className={styles['tools']}>
            <Button
              isSmall
              look="quiet"
              icon="pin"
              aria-pressed={isSelected}
              aria-label={t('ZoneShowNamed', { name: zone.name })}
              onClick={() => props.onSelect(isSelected ? undefined : zone.id)}
            >
              {t('ZoneShow')}
            </Button>
            {zone.can.edit && (
              <Button
                isSmall
                look="quiet"
                isWrite
                aria-label={t('ZoneRemoveNamed', { name: zone.name })}
                onClick={() => props.onRemove(zone.id)}
              >
                {t('ZoneRemove')}
              </Button>
            )}
          </span>
        </div>
      </div>
    </>
  );
}
