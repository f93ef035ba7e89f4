import { QUIET_TIME_S, urgencyOf } from '@spora/contract/alarms/kinds';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useNow } from '../../../lib/age.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { phoneText } from '../../../lib/phone-text.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { useDuePlans } from '../../maintenance/public/use-due-plans.ts';
import { ALARM_LOOKS, urgencyNow } from '../public/alarm-urgency.ts';
import { useAlarmTexts } from './use-alarm-texts.ts';
import styles from './centre.module.css';

type OpenAlarm = DataOf<'alarms.get'>;

/** What an alarm is, since when, where and how much. */
export function AlarmFacts({ alarm, now: whereNow }: { alarm: OpenAlarm; now: readonly string[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const texts = useAlarmTexts();
  const now = useNow();
  const urgency = urgencyNow(alarm);
  const sensor = useSensor(alarm);
  const isService = alarm.kind === 'service-due';
  const dueOf = useDuePlans(isService);
  const reading = sensor?.value && texts.reading(alarm.kind, sensor.value);
  // What says that it came more than a day late says this too.
  const isLate = alarm.is_delayed && alarm.telling !== 'late';
  const lateS = alarm.noticed_at === null ? 0 : (Date.parse(alarm.noticed_at) - Date.parse(alarm.at)) / 1000;
  const unheard = useUnheard(alarm, isLate);
  const late = isLate
    ? [
        t('AlarmWhenLate', { duration: format.duration(lateS), time: texts.momentShort(alarm.noticed_at ?? alarm.at) }),
        ...unheard,
      ]
    : [];
  const endedBy = alarm.ended_by !== null && alarm.ended_at !== null && t('AlarmEndedBy-theft', { name: alarm.ended_by });
  const length = [texts.lastedSince(alarm, now), endedBy, texts.stayed(alarm, alarm.crossed_back_at)].filter(
    (line) => typeof line === 'string',
  );
  const said = [alarm.is_day_only && t('AlarmDayOnly'), alarm.is_place_hidden && t('AlarmPlaceHidden')];
  return (
    <>
      <p className={styles['title']} data-urgency={alarm.state === 'handled' ? undefined : urgency}>
        <Icon name={ALARM_LOOKS[urgency].icon} size={20} />
        {texts.what(alarm)}
        {alarm.state !== 'handled' && <Badge tone={ALARM_LOOKS[urgency].tone}>{t(`AlarmUrgency-${urgency}`)}</Badge>}
      </p>
      <Facts
        rows={[
          [t('AlarmDueWhen'), isService && dueOf(alarm.unit?.imei ?? null, alarm.subject)],
          [
            t('AlarmWhen'),
            <NowLines key="when" lines={[texts.whenShort(alarm), texts.waited(alarm) ?? '', ...late].filter(Boolean)} />,
          ],
          [t('AlarmLength'), length.length > 0 && <NowLines lines={length} />],
          [t('AlarmWhere'), texts.where(alarm)],
          [t('AlarmNow'), whereNow.length > 0 && <NowLines lines={whereNow} />],
          [t('AlarmMeasure'), withUnits(texts.measured(alarm) ?? '')],
          [
            t('AlarmReading'),
            sensor?.value && reading && t('AlarmReadingAt', { value: reading, time: texts.momentShort(sensor.value.at) }),
          ],
          [t('AlarmDriver'), alarm.driver],
          [t('AlarmUsualDriver'), alarm.usual_driver],
        ]}
      />
      {sensor && (
        <PageLink to={ADDRESSES.sensor} params={{ sensorID: String(sensor.id) }} className={styles['on'] ?? ''}>
          {t('AlarmCurve', { name: sensor.name })}
        </PageLink>
      )}
      <Lines lines={said} />
    </>
  );
}

/** A number stays in its line with what it is counted in. */
const withUnits = (text: string): string => text.replaceAll(/(\d) (\S)/g, '$1\u00a0$2');

const NowLines = ({ lines }: { lines: readonly string[] }): ReactNode =>
  lines.map((line, at) => (
    <span
      key={line}
      className={at > 0 && at === lines.length - 1 ? `${styles['line'] ?? ''} ${styles['soft'] ?? ''}` : styles['line']}
    >
      <Unbroken>{line}</Unbroken>
    </span>
  ));

/** What was done about it, and for those who do not choose the receivers what became of the message. */
export function AlarmProgress({ alarm }: { alarm: OpenAlarm }): ReactNode {
  const t = useT();
  const texts = useAlarmTexts();
  const last = alarm.state === 'handled' ? alarm.handled : alarm.state === 'seen' ? alarm.seen : null;
  const state = t(`AlarmState-${alarm.state}`);
  return (
    <>
      <Facts
        rows={[
          // That nobody has seen it yet, the word at its head implies.
          [t('AlarmStateOf'), last && t('AlarmStateBy', { state, name: last.by, time: texts.momentShort(last.at) })],
          [
            t('AlarmMessages'),
            alarm.messages === null &&
              alarm.repeats_of === null &&
              alarm.telling !== 'told' &&
              t(`AlarmTelling-${alarm.telling}`),
          ],
        ]}
      />
      <Lines
        lines={[
          alarm.reopened !== null &&
            t('AlarmReopenedBy', { name: alarm.reopened.by, time: texts.momentShort(alarm.reopened.at) }),
          alarm.repeats > 0 && t('AlarmRepeated', { count: alarm.repeats }),
        ]}
      />
    </>
  );
}

export function Facts({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }): ReactNode {
  if (rows.every(([, value]) => !value)) return null;
  return (
    <dl className={styles['facts']}>
      {rows.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === 'string' ? <Unbroken>{value}</Unbroken> : value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

const Lines = ({ lines }: { lines: readonly (string | false)[] }): ReactNode =>
  lines
    .filter((line) => line !== false)
    .map((line) => (
      <p key={line} className={styles['soft']}>
        <Unbroken>{line}</Unbroken>
      </p>
    ));

/** Of what came late: when nobody heard of the unit meanwhile, as far as that is known. */
function useUnheard({ unit, at, noticed_at: noticedAt }: OpenAlarm, isLate: boolean): string[] {
  const t = useT();
  const format = useFormat();
  const { momentShort } = useAlarmTexts();
  const until = noticedAt ?? at;
  const query = { imeis: unit?.imei ?? '', kinds: 'no-contact', from: format.day(at), to: format.day(until) };
  const { data } = useQuery({ ...endpointQuery(useSend(), 'alarms.list', { query }), enabled: isLate && Boolean(unit?.imei) });
  const silence = data?.alarms.find(
    (each) =>
      each.kind === 'no-contact' && !each.is_day_only && each.at <= until && each.ended_at !== null && each.ended_at >= at,
  );
  return silence?.ended_at ? [t('AlarmUnheard', { from: momentShort(silence.at), to: momentShort(silence.ended_at) })] : [];
}

/** The sensor that raised it, as far as this person sees it, with its newest reading. */
function useSensor({ sensor_id: id }: OpenAlarm): DataOf<'sensors.list'>['sensors'][number] | undefined {
  const { data } = useQuery({ ...endpointQuery(useSend(), 'sensors.list', {}), enabled: id !== null });
  return data?.sensors.find((sensor) => sensor.id === id);
}

/** What stands alone in a table, as it is written within a line. */
const inSentence = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** So many are named; the rest is in the delivery log of each. */
const TOLD_SHOWN = 6;

/** ALARM-037: who was sent what about it and who is next, told to whoever chooses the receivers. */
export function WhoWasTold({ alarm, onOpen }: { alarm: OpenAlarm; onOpen: (id: number) => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { momentShort } = useAlarmTexts();
  const { messages, repeats_of: first } = alarm;
  if (messages === null && first === null) return null;
  // A repeat was sent to nobody itself: those who know were sent the one before it.
  const sent = messages?.length ? messages : (first?.messages ?? []);
  // Its messages called it urgent, and it is marked so no longer.
  const wasUrgent =
    urgencyOf(alarm.kind) === 'urgent' &&
    urgencyNow(alarm) !== 'urgent' &&
    sent.some(({ at, purpose }) => purpose === 'alarm' && at <= (alarm.ended_at ?? ''));
  const next = (alarm.escalations ?? []).filter(({ at }) => Date.parse(at) > now);
  return (
    <section className={styles['told']} aria-labelledby="alarm-told">
      <h3 id="alarm-told">{t('AlarmTold')}</h3>
      {first && (
        <p className={styles['soft']}>
          {t(first.messages?.length === 0 ? 'AlarmCountedToNobody' : first.messages ? 'AlarmCountedTo' : 'AlarmCountedToOther', {
            time: momentShort(first.at),
          })}{' '}
          {t('AlarmCountedRule', { duration: format.duration(QUIET_TIME_S[alarm.class]) })}
        </p>
      )}
      {sent.length > 0 && <ToldList messages={sent} />}
      {wasUrgent && <p className={styles['soft']}>{t('AlarmWasUrgent', { urgency: t('AlarmUrgency-urgent') })}</p>}
      {first && (
        <Button isSmall className={styles['on'] ?? ''} onClick={() => onOpen(first.id)}>
          {t('AlarmCountedToOpen')}
        </Button>
      )}
      {sent.length === 0 && !first && (
        <p className={styles['soft']}>{alarm.telling === 'told' ? t('AlarmToldNobody') : t(`AlarmTelling-${alarm.telling}`)}</p>
      )}
      {next.map(({ to, after_min: count, at }) => (
        <p key={to}>
          <Unbroken>{t('AlarmGoesOn', { name: to, count, time: momentShort(at) })}</Unbroken>
        </p>
      ))}
      {messages && (
        <PageLink to={ADDRESSES.alarmReceivers} className={styles['on'] ?? ''}>
          {t('AlarmReceiver')}
        </PageLink>
      )}
    </section>
  );
}

function ToldList({ messages }: { messages: NonNullable<OpenAlarm['messages']> }): ReactNode {
  const t = useT();
  const { momentShort } = useAlarmTexts();
  const receivers = [...Map.groupBy(messages, ({ to }) => to)];
  return (
    <>
      <ul>
        {receivers.slice(0, TOLD_SHOWN).map(([to, sent]) => {
          const phone = sent.find((message) => message.phone)?.phone;
          return (
            <li key={to}>
              <span>{to}</span>
              {sent.map(({ id, channel, state, at, purpose }) => (
                <span key={id} className={styles['soft']}>
                  <Unbroken>
                    {[
                      `${t(`ReceiverChannel-${channel}`)} ${momentShort(at)}`,
                      inSentence(t(`ReceiverMessage-${state}`)),
                      purpose !== 'alarm' && purpose !== 'test' && t(`ReceiverPurpose-${purpose}`),
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </Unbroken>
                </span>
              ))}
              {phone && (
                <a href={`tel:+${phone}`} className={styles['on']}>
                  {t('AlarmCall', { name: phoneText(phone) })}
                </a>
              )}
            </li>
          );
        })}
      </ul>
      {receivers.length > TOLD_SHOWN && (
        <p className={styles['soft']}>{t('AlarmToldMore', { count: receivers.length - TOLD_SHOWN })}</p>
      )}
    </>
  );
}
