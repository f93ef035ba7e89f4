import type { Alarm } from '@spora/contract/alarms/centre';
import { ALARM_PAGE_MAX } from '@spora/contract/limits';
import type { Translate } from '@spora/messages/translate';
import { call } from '../../../lib/call.ts';
import { csvText } from '../../../lib/csv.ts';
import type { Send } from '../../../lib/send.ts';
import { type AlarmsSearch, queryOf } from './search.ts';
import type { AlarmTexts } from './use-alarm-texts.ts';

/** A spreadsheet is no archive: the newest alarms of the filters. */
const ROWS_MAX = 20_000;

/** ALARM-035: all alarms of the filters, not only those that the list has loaded. */
export async function exportedAlarms(send: Send, search: AlarmsSearch): Promise<Alarm[]> {
  const found: Alarm[] = [];
  let after: string | null = null;
  do {
    const query = { ...queryOf(search), limit: ALARM_PAGE_MAX, ...(after === null ? {} : { after }) };
    const page: { alarms: Alarm[]; next: string | null } = await call(send, 'alarms.list', { query });
    found.push(...page.alarms);
    after = page.next;
  } while (after !== null && found.length < ROWS_MAX);
  return found;
}

/** A line for each alarm, in the reader's words; where somebody drove privately place and time of day stay empty as in the list. */
export function alarmsCsv(alarms: readonly Alarm[], t: Translate, texts: AlarmTexts): string {
  const head = [
    t('AlarmWhen'),
    t('AlarmEnded'),
    t('AlarmsUnit'),
    t('RegistrationNumber'),
    t('AlarmsKind'),
    t('AlarmsClass'),
    t('AlarmWhere'),
    'Lat',
    'Lng',
    t('AlarmMeasure'),
    t('AlarmStateOf'),
    t('AlarmState-seen'),
    t('AlarmState-handled'),
    t('AlarmNote'),
  ];
  const lines = alarms.map((alarm) => [
    texts.when(alarm),
    alarm.ended_at === null ? '' : texts.when({ ...alarm, at: alarm.ended_at }),
    alarm.unit?.name ?? '',
    alarm.unit?.registration_number ?? '',
    texts.what(alarm),
    t(`AlarmsClass-${alarm.class}`),
    texts.where(alarm) ?? '',
    String(alarm.lat ?? ''),
    String(alarm.lng ?? ''),
    texts.measured(alarm) ?? '',
    t(`AlarmState-${alarm.state}`),
    texts.done(alarm.seen),
    texts.done(alarm.handled),
    alarm.note,
  ]);
  return csvText([head, ...lines]);
}
