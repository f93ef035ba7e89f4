import type { Sensor, SensorSpan } from '@spora/contract/sensors/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { ageText, useNow } from '../../lib/age.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { nearMoment } from '../../lib/near-moment.ts';
import { PageLink, useGo, usePageParams, usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { SensorReceivers } from '../alarms/public/receivers-tab.tsx';
import { ActDialog } from './components/act-dialog.tsx';
import { SensorReadings } from './components/readings.tsx';
import { type SensorAct } from './components/sensors-table.tsx';
import styles from './components/sensors.module.css';
import { SettingsForm } from './components/settings-form.tsx';
import { breachesOf, watchesNothing } from './chart-model.ts';
import { OpenAlarmLink } from './components/open-alarm-link.tsx';
import { readingsQuery, sensorsQuery, useOpenSensorAlarms } from './queries.ts';
import { ValueParts } from './components/value-parts.tsx';
import { TagMap, type TagMapProps } from './components/tag-map.tsx';
import { useSensorTexts } from './use-sensor-texts.ts';

/** NAV-035: one sensor, by the number in the address. */
export function SensorPage(): ReactNode {
  const go = useGo();
  const { sensorID } = usePageParams(ADDRESSES.sensor);
  const { span } = usePageSearch(ADDRESSES.sensor);
  const patch = useSearchPatch(ADDRESSES.sensor);
  return (
    <SensorScreen
      id={Number(sensorID)}
      span={span ?? '24h'}
      onSpan={(next) => patch({ span: next === '24h' ? undefined : next })}
      onGone={() => void go({ to: ADDRESSES.sensors })}
      renderMap={(map) => <TagMap {...map} />}
    />
  );
}

interface ScreenProps {
  /** Of the chart. */
  readonly span: SensorSpan;
  readonly onSpan: (span: SensorSpan) => void;
  readonly onGone: () => void;
  /** A test brings a map that needs no drawing. */
  readonly renderMap: (props: TagMapProps) => ReactNode;
}

/** BLE-015, BLE-016: what a sensor told, and its limits. */
export function SensorScreen({ id, ...props }: ScreenProps & { id: number }): ReactNode {
  const t = useT();
  const query = useQuery(sensorsQuery(useSend()));
  return (
    <div className={styles['screen']}>
      <Loaded query={query} heights={[72, 320, 320]} className={styles['stack']}>
        {({ sensors }) => {
          const sensor = sensors.find((each) => each.id === id);
          return sensor ? (
            <One key={id} sensor={sensor} {...props} />
          ) : (
            <EmptyState
              icon="search"
              title={t('SensorMissing')}
              action={<PageLink to={ADDRESSES.sensors}>{t('SensorToList')}</PageLink>}
            />
          );
        }}
      </Loaded>
    </div>
  );
}

function One({ sensor, onGone, renderMap, span, onSpan }: ScreenProps & { sensor: Sensor }): ReactNode {
  const t = useT();
  const texts = useSensorTexts();
  const [act, setAct] = useState<SensorAct | null>(null);
  const { unit } = sensor;
  const isAdmin = useUser().IsAdmin;
  const lasts = useLasts(sensor);
  const openOf = useOpenSensorAlarms();
  const limits = useRef<HTMLDivElement>(null);
  return (
    <div className={styles['stack']}>
      <div className={styles['top']}>
        <div className={styles['lines']}>
          <h2>{sensor.name}</h2>
          <ValueNow sensor={sensor} lasts={lasts} />
          <OpenAlarmLink sensor={sensor} open={openOf(sensor)} />
          <span>
            {sensor.state !== 'paired' && (
              <>
                <Badge tone={sensor.state === 'pending' ? 'warning' : 'plain'}>{t(`SensorState-${sensor.state}`)}</Badge>{' '}
                <span className={styles['soft']}>{texts.state(sensor)}</span>{' '}
              </>
            )}
            {unit && (
              <>
                {t('SensorIn')}{' '}
                <PageLink to={ADDRESSES.editUnit} search={{ imei: unit.imei, tab: 'bluetooth' }}>
                  {unit.name}
                </PageLink>
              </>
            )}
          </span>
          <details className={styles['more']}>
            <summary>{t('SensorDetails')}</summary>
            <p className={styles['soft']}>
              {[
                t(`SensorKind-${sensor.kind}`),
                `${t('SensorMac')} ${sensor.mac}`,
                texts.battery(sensor).length > 0 && `${t('SensorBattery')} ${texts.battery(sensor).join(', ')}`,
                sensor.state === 'paired' && `${t('SensorState-paired')} ${texts.state(sensor)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </details>
        </div>
        {sensor.can.edit && sensor.state === 'unpaired' && <Button onClick={() => setAct('pair')}>{t('SensorPair')}</Button>}
      </div>
      {sensor.kind === 'sensor' ? (
        <SensorReadings sensor={sensor} span={span} onSpan={onSpan} />
      ) : (
        <LastPlace name={sensor.name} place={sensor.place} renderMap={renderMap} />
      )}
      {watchesNothing(sensor) && (
        <Banner
          tone="information"
          action={
            sensor.can.edit && (
              <Button isSmall onClick={() => limits.current?.querySelector<HTMLElement>('input[inputmode="decimal"]')?.focus()}>
                {t('SensorSetLimits')}
              </Button>
            )
          }
        >
          {t('SensorWatchesNothing')}
        </Banner>
      )}
      {sensor.kind === 'sensor' && isAdmin && <SensorReceivers sensorId={sensor.id} imei={unit?.imei ?? null} />}
      <Section title={t(sensor.kind === 'sensor' ? 'SensorLimits' : 'NameOnly')}>
        <div ref={limits}>
          <SettingsForm sensor={sensor} />
        </div>
      </Section>
      {sensor.can.edit && (
        <div className={styles['ends']}>
          {sensor.state !== 'unpaired' && <Button onClick={() => setAct('unpair')}>{t('SensorUnpair')}</Button>}
          <Button look="quiet" onClick={() => setAct('remove')}>
            {t('SensorRemove')}
          </Button>
        </div>
      )}
      {act && <ActDialog act={act} sensor={sensor} onClose={() => setAct(null)} onDone={() => act === 'remove' && onGone()} />}
    </div>
  );
}

/** BLE-015, BLE-017: the value that counts now, whether it is within its limits and which they are, and how old it is. */
function ValueNow({ sensor, lasts }: { sensor: Sensor; lasts: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const texts = useSensorTexts();
  const nowMs = useNow();
  const { value } = sensor;
  const breaches = texts.breaches(sensor);
  const limits = texts.limits(sensor);
  const isOutside = breaches.length > 0;
  // What is old says nothing of now.
  const isKnown = value !== null && !value.is_stale;
  return (
    <>
      <p className={cx(styles['big'], isOutside && styles['breach'])}>
        <ValueParts text={texts.values(sensor)} />
      </p>
      {value && (
        <p className={styles['now']}>
          {limits !== '' && isKnown && (
            <Badge tone={isOutside ? 'danger' : 'success'}>{isOutside ? lasts || breaches.join(' · ') : t('SensorWithin')}</Badge>
          )}
          {value.is_stale && <Badge tone="warning">{t('SensorStale')}</Badge>}
          {limits !== '' && !isOutside && <span>{limits}</span>}
          <span className={styles['soft']}>
            {t('SensorLastAt', { time: nearMoment(value.at, nowMs, { t, format }), age: ageText(value.at, nowMs, t) })}
          </span>
        </p>
      )}
      {isOutside && sensor.settings.outside_min > 0 && (
        <span className={styles['soft']}>{t('SensorAlarmAfter', { count: sensor.settings.outside_min })}</span>
      )}
    </>
  );
}

/** Of what lies beyond its limits now: since when, as the day of the chart tells it. */
function useLasts(sensor: Sensor): string {
  const texts = useSensorTexts();
  const now = useNow();
  const breaches = breachesOf(sensor);
  const { data } = useQuery({ ...readingsQuery(useSend(), sensor.id, '24h'), enabled: breaches.length > 0 });
  const lasting = data?.outside?.find(
    (each) => each.since !== null && breaches.some(({ measure, side }) => measure === each.measure && side === each.side),
  );
  return lasting ? texts.outsideSince(lasting, now) : '';
}

/** BLE-019: with which unit a tag was, when, and within how many metres of it. */
function LastPlace(props: { name: string; place: Sensor['place'] } & Pick<ScreenProps, 'renderMap'>): ReactNode {
  const { name, place } = props;
  const t = useT();
  const format = useFormat();
  if (!place)
    return (
      <Section title={t('SensorPlace')}>
        <p className={styles['soft']}>{t('SensorPlaceNone')}</p>
      </Section>
    );
  const { unit, at, uncertainty_m } = place;
  const said = t('SensorPlaceText', { unit: unit.name, time: format.dateTime(at), metres: format.number(uncertainty_m) });
  return (
    <Section title={t('SensorPlace')}>
      <p>{said}</p>
      <div className={styles['map']}>{props.renderMap({ name, place, label: said })}</div>
    </Section>
  );
}
