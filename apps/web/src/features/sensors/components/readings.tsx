import type { Sensor, SensorSpan } from '@spora/contract/sensors/endpoints';
import { SENSOR_SPANS } from '@spora/contract/sensors/values';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { csvText } from '../../../lib/csv.ts';
import { saveCsv } from '../../../lib/download.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useListFile } from '../../../lib/use-list-file.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { beginsLate, breachesOf, gapOf, openSpans, pointsOf, type Readings } from '../chart-model.ts';
import { readingsQuery, SENSOR_ALARM_KINDS } from '../queries.ts';
import { useSensorTexts } from '../use-sensor-texts.ts';
import { OutsideList } from './outside-list.tsx';
import { Chart, type ChartMark, DoorStrip } from './chart.tsx';
import styles from './sensors.module.css';

const ALARMS_MAX = 100;

/** BLE-016: what a sensor told, over a time of choice. */
export function SensorReadings(props: { sensor: Sensor; span: SensorSpan; onSpan: (span: SensorSpan) => void }): ReactNode {
  const { sensor, span } = props;
  const t = useT();
  const query = useQuery(readingsQuery(useSend(), sensor.id, span));
  return (
    <Section
      title={t('SensorReadings')}
      action={
        <div className={styles['spans']} role="group" aria-label={t('SensorSpan')}>
          {SENSOR_SPANS.map((each) => (
            <Button
              key={each}
              isSmall
              look={each === span ? 'primary' : 'plain'}
              aria-pressed={each === span}
              onClick={() => props.onSpan(each)}
            >
              {t(`SensorSpan-${each}`)}
            </Button>
          ))}
        </div>
      }
    >
      <Loaded query={query} heights={[260]} isPart>
        {(readings) => <Charts sensor={sensor} readings={readings} />}
      </Loaded>
    </Section>
  );
}

function Charts({ sensor, readings }: { sensor: Sensor; readings: Readings }): ReactNode {
  const t = useT();
  const texts = useSensorTexts();
  const marks = useMarks(sensor, readings);
  const file = useSaveReadings(sensor, readings);
  const doors = openSpans(readings);
  const [fromMs, toMs] = [Date.parse(readings.from), Date.parse(readings.to)];
  const place = { fromMs, toMs, stepS: readings.step_s, gapS: gapOf(readings.step_s, sensor.expected_every_s) };
  const { settings } = sensor;
  const format = useFormat();
  // Where it lies outside now, that stands beside its value.
  const saysWhen = settings.outside_min > 0 && breachesOf(sensor).length === 0;
  const measures = [
    {
      measure: 'temperature_c',
      kind: 'temperature',
      title: t('SensorTemperature'),
      format: texts.temperature,
      low: settings.temperature_low_c,
      high: settings.temperature_high_c,
    },
    {
      measure: 'humidity_pct',
      kind: 'humidity',
      title: t('SensorHumidity'),
      format: texts.humidity,
      low: settings.humidity_low_pct,
      high: settings.humidity_high_pct,
    },
  ] as const;
  const firstBegins = beginsLate(pointsOf(readings, 'temperature_c'), fromMs, place.gapS);
  const firstLimited = measures.findIndex(({ low, high }) => low !== null || high !== null);
  return (
    <div className={styles['charts']}>
      {measures.map(({ measure, kind, title, format: text, low, high }, index) => {
        const points = pointsOf(readings, measure);
        const figures = readings.figures[measure];
        // A sensor without the measure has no chart of it; one that was silent has an empty one.
        if (points.length === 0 && (measure === 'humidity_pct' || doors.length > 0)) return null;
        const said = figures
          ? t('SensorFigures', { min: text(figures.min), max: text(figures.max), mean: text(figures.mean) })
          : t('SensorChartEmpty');
        const hasLimits = low !== null || high !== null;
        const passed = readings.outside
          ?.filter((each) => each.measure === kind)
          .map((each) => [texts.outside(each, text(each.limit)), texts.limitSince(each, text(each.limit))] as const);
        const since = (side: 'above' | 'below'): string | null =>
          readings.outside?.find((each) => each.measure === kind && each.side === side)?.limit_since ?? null;
        const beginsMs = beginsLate(points, fromMs, place.gapS);
        return (
          <div key={measure}>
            <div className={styles['chartTop']}>
              <h3>{title}</h3>
              {/* That there is nothing, the chart says itself. */}
              {figures && <p>{said}</p>}
            </div>
            {beginsMs !== null && (index === 0 || beginsMs !== firstBegins) && (
              <p className={styles['soft']}>{t('SensorValuesFrom', { time: format.dateTime(beginsMs) })}</p>
            )}
            {hasLimits && points.length > 0 && passed && (
              <p className={styles['outside']}>
                {passed.length === 0 && t('SensorNeverOutside')}
                {passed.map(([each, since]) => (
                  <span key={each}>
                    <Unbroken>{each}</Unbroken>
                    {since && (
                      <span className={styles['since']}>
                        <Unbroken>{since}</Unbroken>
                      </span>
                    )}
                  </span>
                ))}
              </p>
            )}
            {hasLimits && saysWhen && index === firstLimited && (
              <p className={styles['soft']}>{t('SensorAlarmAfter', { count: settings.outside_min })}</p>
            )}
            <Chart
              label={[`${title}. ${said}`, ...(passed?.flat().filter(Boolean) ?? [])].join('. ')}
              {...{ points, low, high, format: text }}
              {...place}
              sinces={[since('below'), since('above')]}
              marks={marks.filter((mark) => mark.kind === kind || mark.kind === 'sensor-lost')}
            />
            {readings.outside
              ?.filter((each) => each.measure === kind)
              .map((each) => (
                <OutsideList
                  key={each.side}
                  outside={each}
                  text={text}
                  fromMs={fromMs}
                  alarms={marks.filter((mark) => mark.kind === kind)}
                />
              ))}
          </div>
        );
      })}
      {doors.length > 0 && (
        <div>
          <div className={styles['chartTop']}>
            <h3>{t('SensorDoor')}</h3>
            <p>{t('SensorDoorTimes', { count: doors.length })}</p>
          </div>
          <DoorStrip label={t('SensorDoorTimes', { count: doors.length })} spans={doors} fromMs={fromMs} toMs={toMs} />
        </div>
      )}
      {readings.points.length > 0 && (
        <div className={styles['ends']}>
          <Button icon="download" isBusy={file.isPending} onClick={file.write}>
            {t('SensorCsv')}
          </Button>
          <FailureBanner failure={file.error} onRetry={file.write} />
        </div>
      )}
    </div>
  );
}

/** The alarms of the sensor in that time, of those that this person is told. */
function useMarks(sensor: Sensor, { from, to }: Readings): readonly (ChartMark & { readonly kind: string })[] {
  const send = useSend();
  const t = useT();
  const { day } = useFormat();
  const query = { imeis: sensor.unit?.imei ?? '', kinds: SENSOR_ALARM_KINDS, from: day(from), to: day(to), limit: ALARMS_MAX };
  const { data } = useQuery({ ...endpointQuery(send, 'alarms.list', { query }), enabled: sensor.unit !== null });
  return useMemo(
    () =>
      data?.alarms
        .filter(({ is_day_only, subject, at }) => !is_day_only && subject === sensor.name && at >= from && at <= to)
        .map(({ id, at, kind }) => ({ id, kind, atMs: Date.parse(at), text: t(`AlarmKind_${kind}`) })) ?? [],
    [data, sensor.name, from, to, t],
  );
}

/** BLE-016: the values that are shown, as a file: each row says of which sensor and unit, the head how long a row is and the limits of now. */
function useSaveReadings({ name, unit, settings }: Sensor, readings: Readings) {
  const t = useT();
  const format = useFormat();
  const file = useListFile(() => {
    const measures = [
      {
        measure: 'temperature_c',
        what: `${t('SensorTemperature')} °C`,
        low: settings.temperature_low_c,
        high: settings.temperature_high_c,
      },
      {
        measure: 'humidity_pct',
        what: `${t('SensorHumidity')} %`,
        low: settings.humidity_low_pct,
        high: settings.humidity_high_pct,
      },
    ] as const;
    const told = measures.filter(({ measure }) => readings.points.some((point) => point[measure] !== null));
    const hasDoor = readings.points.some(({ is_open: isOpen }) => isOpen !== null);
    const limitsOf = ({ what, low, high }: (typeof measures)[number]) => [
      ...(low === null ? [] : [{ head: t('SensorCsvLow', { what }), limit: low }]),
      ...(high === null ? [] : [{ head: t('SensorCsvHigh', { what }), limit: high }]),
    ];
    const heads = told.flatMap((each) => [
      t('SensorCsvMean', { what: each.what }),
      t('SensorCsvMin', { what: each.what }),
      t('SensorCsvMax', { what: each.what }),
      ...limitsOf(each).map(({ head }) => head),
    ]);
    const lines = readings.points.map((point) => [
      name,
      unit?.name ?? '',
      format.dateTime(point.at),
      ...told.flatMap((each): (string | number)[] => {
        const figures = point[each.measure];
        const values = figures ? [figures.mean, figures.min, figures.max] : ['', '', ''];
        return [...values, ...limitsOf(each).map(({ limit }) => limit)];
      }),
      ...(hasDoor ? [point.is_open === null ? '' : t(point.is_open ? 'SensorDoorOpen' : 'SensorDoorClosed')] : []),
    ]);
    const time = t('SensorCsvTime', { duration: format.duration(readings.step_s) });
    const head = [t('SensorKind-sensor'), t('SensorUnit'), time, ...heads, ...(hasDoor ? [t('SensorDoor')] : [])];
    const parts = [name, unit?.name ?? '', format.day(readings.from), format.day(readings.to)].filter(Boolean);
    const fileName = `${parts.map((part) => part.replaceAll(/[^\p{L}\p{N}-]+/gu, '-')).join('_')}.csv`;
    saveCsv(csvText([head, ...lines], format.language), fileName);
  });
  const ofUnit = unit ? { imei: unit.imei } : {};
  const days = { from: format.day(readings.from), to: format.day(readings.to) };
  const write = (): void =>
    file.mutate({ list: 'sensor-readings', format: 'csv', ...ofUnit, ...days, rows: readings.points.length });
  return { ...file, write };
}
