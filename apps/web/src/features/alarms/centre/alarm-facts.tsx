import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useNow } from '../../../lib/age.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ALARM_LOOKS, urgencyNow } from '../public/alarm-urgency.ts';
import { useAlarmTexts } from './use-alarm-texts.ts';
import styles from './centre.module.css';

type OpenAlarm = DataOf<'alarms.get'>;

/** What an alarm is, when, where, how much and for how long, and what belongs to understanding it. */
export function AlarmFacts({ alarm }: { alarm: OpenAlarm }): ReactNode {
  const t = useT();
  const format = useFormat();
  const texts = useAlarmTexts();
  const now = useNow();
  const urgency = urgencyNow(alarm);
  const sensor = useSensor(alarm);
  const reading = sensor?.value && texts.reading(alarm.kind, sensor.value);
  const rows: [label: string, value: ReactNode][] = [
    [t('AlarmWhen'), texts.when(alarm)],
    [t('AlarmLength'), texts.lastedSince(alarm, now)],
    [t('AlarmWhere'), texts.where(alarm)],
    [t('AlarmMeasure'), texts.measured(alarm)],
    [
      t('AlarmReading'),
      sensor?.value && reading && t('AlarmReadingAt', { value: reading, time: texts.momentShort(sensor.value.at) }),
    ],
    [t('AlarmDriver'), alarm.driver],
    [t('AlarmMessages'), alarm.telling !== 'told' && t(`AlarmTelling-${alarm.telling}`)],
    [t('AlarmStateOf'), t(`AlarmState-${alarm.state}`)],
    [t('AlarmState-seen'), texts.done(alarm.seen)],
    [t('AlarmState-handled'), texts.done(alarm.handled)],
  ];
  const lateS = alarm.noticed_at === null ? 0 : (Date.parse(alarm.noticed_at) - Date.parse(alarm.at)) / 1000;
  const said = [
    alarm.is_day_only && t('AlarmDayOnly'),
    alarm.is_place_hidden && t('AlarmPlaceHidden'),
    // What says that it came more than a day late says this too.
    alarm.is_delayed && alarm.telling !== 'late' && t('AlarmDelayed', { duration: format.duration(lateS) }),
    alarm.repeats > 0 && t('AlarmRepeats', { count: alarm.repeats }),
  ].filter((line) => typeof line === 'string');
  return (
    <>
      <p className={styles['title']} data-urgency={alarm.state === 'handled' ? undefined : urgency}>
        <Icon name={ALARM_LOOKS[urgency].icon} size={20} />
        {texts.what(alarm)}
        <Badge tone={alarm.state === 'handled' ? 'plain' : ALARM_LOOKS[urgency].tone}>{t(`AlarmUrgency-${urgency}`)}</Badge>
      </p>
      <dl className={styles['facts']}>
        {rows.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {sensor && (
        <PageLink to={ADDRESSES.sensor} params={{ sensorID: String(sensor.id) }} className={styles['on'] ?? ''}>
          {t('AlarmCurve', { name: sensor.name })}
        </PageLink>
      )}
      {said.map((line) => (
        <p key={line} className={styles['soft']}>
          {line}
        </p>
      ))}
    </>
  );
}

/** The sensor that raised it, as far as this person sees it, with its newest reading. */
function useSensor({ sensor_id: id }: OpenAlarm): DataOf<'sensors.list'>['sensors'][number] | undefined {
  const { data } = useQuery({ ...endpointQuery(useSend(), 'sensors.list', {}), enabled: id !== null });
  return data?.sensors.find((sensor) => sensor.id === id);
}

/** So many are named; the rest is in the delivery log of each. */
const TOLD_SHOWN = 6;

/** ALARM-037: who was sent what about it, told to whoever chooses the receivers. */
export function WhoWasTold({ alarm }: { alarm: OpenAlarm }): ReactNode {
  const t = useT();
  const { momentShort } = useAlarmTexts();
  const { messages } = alarm;
  if (messages === null) return null;
  const receivers = [...Map.groupBy(messages, ({ to }) => to)];
  return (
    <section className={styles['told']} aria-labelledby="alarm-told">
      <h3 id="alarm-told">{t('AlarmTold')}</h3>
      {receivers.length > 0 ? (
        <ul>
          {receivers.slice(0, TOLD_SHOWN).map(([to, sent]) => (
            <li key={to}>
              <span>{to}</span>
              <span className={styles['soft']}>
                {sent
                  .map(({ channel, state, at, purpose }) =>
                    [
                      `${t(`ReceiverChannel-${channel}`)} ${momentShort(at)}`,
                      t(`ReceiverMessage-${state}`),
                      purpose !== 'alarm' && purpose !== 'test' && t(`ReceiverPurpose-${purpose}`),
                    ]
                      .filter(Boolean)
                      .join(', '),
                  )
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles['soft']}>{t('AlarmToldNobody')}</p>
      )}
      {receivers.length > TOLD_SHOWN && (
        <p className={styles['soft']}>{t('AlarmToldMore', { count: receivers.length - TOLD_SHOWN })}</p>
      )}
      <PageLink to={ADDRESSES.alarmReceivers} className={styles['on'] ?? ''}>
        {t('AlarmsWhoIsTold')}
      </PageLink>
    </section>
  );
}
