import { isWatercraft } from '@spora/contract/units/values';
import type { ReactNode } from 'react';
import { ageText } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { measuresOf } from '../../../lib/measures.ts';
import { windOf } from '../../../lib/winds.ts';
import { Fact } from '../../../ui/fact.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { SensorFacts } from '../../sensors/public/sensor-facts.tsx';
import { useZoneAt } from '../../zones/public/zone-at.ts';
import { shownState, toldState, type ShownUnit } from '../model.ts';
import styles from './unit-card.module.css';

/** A unit with the zone that it stands in as its place, where it has none: a zone that is named says more than the town nearby. */
export function usePlaced(unit: ShownUnit, nowMs: number): ShownUnit {
  const zoneAt = useZoneAt(unit.imei ?? '');
  const zone = unit.place === undefined && unit.position && toldState(unit, nowMs) !== 'moving' ? zoneAt(unit.position) : null;
  return zone === null ? unit : { ...unit, place: zone, ...(unit.address_is_approximate && { address: null }) };
}

/** MAP-021: what a unit tells of itself, each a line; those without a value are left out. `more`: what other rooms know of it. */
export function UnitFacts({ unit, nowMs, more }: { unit: ShownUnit; nowMs: number; more: ReactNode }): ReactNode {
  const t = useT();
  const format = useFormat();
  const measures = measuresOf(unit.kind, format);
  const isBoat = isWatercraft(unit.kind);
  const { position } = unit;
  const { state, speedKmh, isSpeedOld } = shownState(unit, nowMs);
  const wind = position && windOf(position.heading_deg);
  const volts = (value: number | undefined) => (value === undefined ? null : `${format.number(value, 1)} V`);
  const degrees = (value: number) => `${format.number(value, 1)} °C`;
  const facts: [label: string, value: ReactNode][] = [
    [t(isBoat ? 'SettingDriverBoat' : 'SettingDriver'), unit.driver],
    [
      t('Speed'),
      speedKmh !== null &&
        (isSpeedOld ? (
          <span className={styles['old']}>{t('SpeedThen', { speed: measures.speed(speedKmh) })}</span>
        ) : (
          measures.speed(speedKmh)
        )),
    ],
    [
      t('Heading'),
      position && wind && state === 'moving' && t('HeadingValue', { wind: t(`Wind-${wind}`), degrees: position.heading_deg }),
    ],
    [
      t(isBoat ? 'IgnitionAtSea' : 'Ignition'),
      position?.ignition === undefined ? null : position.ignition ? t('IgnitionOn') : t('IgnitionOff'),
    ],
    [t('RegistrationNumber'), unit.registration_number],
    [t('Department'), unit.department],
    [t('LastContact'), unit.last_contact && <Moment at={unit.last_contact} nowMs={nowMs} />],
    [t('SupplyVoltage'), volts(position?.external_voltage_v)],
    [t('BatteryVoltage'), volts(position?.battery_voltage_v)],
    [t('Battery'), position?.battery_pct === undefined ? null : `${format.number(position.battery_pct)} %`],
    [
      t(isBoat ? 'OdometerAtSea' : 'OdometerNow'),
      position?.odometer_m === undefined ? null : measures.distance(position.odometer_m),
    ],
    // An engine's hours are read as its meter shows them, never as days.
    [
      t('OperatingHours'),
      position?.operating_hours_s === undefined ? null : format.hours(Math.round(position.operating_hours_s / 3600)),
    ],
  ];
  const climate: typeof facts = [
    [t('Temperature'), list(position?.temperature_c, degrees)],
    [t('Humidity'), list(position?.humidity_pct, (value) => `${format.number(value)} %`)],
  ];
  // Of the tracker itself, which is asked for least.
  const technical: typeof facts = [
    [t('GpsQuality'), position && !unit.isBrief && <GpsQuality position={position} />],
    // Of a phone the number is one of ours, which nobody asks for.
    [t('Imei'), unit.kind !== 'phone' && unit.imei && <span className={styles['imei']}>{unit.imei}</span>],
  ];
  const lines = (of: typeof facts): ReactNode =>
    of.map(
      ([label, value]) =>
        value && (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ),
    );
  return (
    <dl className={styles['facts']}>
      {/* Of what carries a sensor, that is what one looks for. */}
      {climate.some(([, value]) => Boolean(value)) && <SensorFacts imei={unit.imei} otherwise={lines(climate)} />}
      {lines(facts)}
      {more}
      {lines(technical)}
    </dl>
  );
}

/** How long ago, and when: of today the clock is enough; the exact time stands behind it (MAP-020). */
export function Moment({ at, nowMs }: { at: string; nowMs: number }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <time dateTime={at} title={format.exactTime(at)}>
      <Unbroken>
        {`${ageText(at, nowMs, t)} · ${format.day(at) === format.day(nowMs) ? format.time(at) : format.dateTime(at)}`}
      </Unbroken>
    </time>
  );
}

function GpsQuality({ position }: { position: NonNullable<ShownUnit['position']> }): ReactNode {
  const t = useT();
  const format = useFormat();
  if (position.accuracy_m !== undefined) return t('Accuracy', { metres: format.number(position.accuracy_m) });
  return position.satellites === undefined ? null : t('Satellites', { count: position.satellites });
}

function list(values: readonly (number | null)[] | undefined, text: (value: number) => string): string | null {
  const known = values?.filter((value) => value !== null) ?? [];
  return known.length > 0 ? known.map(text).join(', ') : null;
}
