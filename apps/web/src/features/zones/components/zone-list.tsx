import type { Zone } from '@spora/contract/zones/endpoints';
import { useRef, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useUntold } from '../../alarms/public/untold.tsx';
import { alarmKindsOf } from '../model.ts';
import { DEVICE_TONES, useZoneTexts } from '../use-zone-texts.ts';
import styles from './zones.module.css';

const ROW_PX = 150;

/** GEO-012: each zone with what it is, how its units took it and what happened last. */
export function ZoneList(props: {
  rows: readonly Zone[];
  selectedId: number | null;
  /** What is being switched. */
  pending: { readonly id: number; readonly active: boolean } | null;
  onSelect: (id: number | undefined) => void;
  onSwitch: (id: number, isOn: boolean) => void;
  onRemove: (id: number) => void;
}): ReactNode {
  const { rows } = props;
  const t = useT();
  const texts = useZoneTexts();
  const untoldOf = useUntold();
  const place = useRef<HTMLDivElement>(null);
  const shown = useRowWindow(rows.length, ROW_PX, place);
  return (
    <div ref={place} className={styles['listSide']}>
      <ul className={styles['list']} aria-label={t('Geofences')}>
        {shown.before > 0 && <li aria-hidden="true" style={{ height: shown.before }} />}
        {shown.indexes.flatMap((index) => {
          const zone = rows[index];
          if (!zone) return [];
          const isSelected = zone.id === props.selectedId;
          const facts = [texts.radius(zone.radius), zone.address].filter(Boolean);
          return (
            <li key={zone.id} ref={shown.measure} data-index={index} className={styles['zone']} data-selected={isSelected}>
              <div className={styles['zoneTop']}>
                <PageLink to={ADDRESSES.geofence} params={{ geofenceID: String(zone.id) }} className={styles['name']}>
                  {zone.name}
                </PageLink>
                <Switch
                  label={t('ZoneSwitch', { name: zone.name })}
                  isLabelHidden
                  isOn={props.pending?.id === zone.id ? props.pending.active : zone.is_active}
                  isDisabled={!zone.can.edit || props.pending?.id === zone.id}
                  onChange={(isOn) => props.onSwitch(zone.id, isOn)}
                />
              </div>
              <p className={styles['soft']}>{facts.join(' · ')}</p>
              <p>{texts.units(zone)}</p>
              <p className={styles['soft']}>
                {[t(`ZoneAlarm-${zone.alarm}`), texts.pause(zone), zone.theft_mode_on_leave && t('ZoneWithTheftMode')]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <div className={styles['zoneEnd']}>
                <Badge tone={zone.is_active ? DEVICE_TONES[zone.device.state] : 'plain'}>
                  {zone.is_active ? texts.device(zone) : t('ZoneIsOff')}
                </Badge>
                {zone.is_active && untoldOf(zone.imeis, alarmKindsOf(zone.alarm)).length > 0 && (
                  <PageLink to={ADDRESSES.geofence} params={{ geofenceID: String(zone.id) }}>
                    <Badge tone="warning">{t('UntoldShort')}</Badge>
                  </PageLink>
                )}
                <span className={styles['soft']}>{texts.last(zone)}</span>
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
                      aria-label={t('ZoneRemoveNamed', { name: zone.name })}
                      onClick={() => props.onRemove(zone.id)}
                    >
                      {t('ZoneRemove')}
                    </Button>
                  )}
                </span>
              </div>
            </li>
          );
        })}
        {shown.after > 0 && <li aria-hidden="true" style={{ height: shown.after }} />}
      </ul>
    </div>
  );
}
