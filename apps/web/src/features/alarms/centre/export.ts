import type { Alarm } from '@spora/contract/alarms/centre';
import { ALARM_PAGE_MAX } from '@spora/contract/limits';
import type { Format } from '@spora/messages/format';
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

/** A text, a number, or the moment that a date shows on the clock of the reader's account. */
type Cell = string | number | { readonly at: string; readonly isDay: boolean };

/**
 * A head and a line for each alarm, in the reader's words; where somebody drove privately place and time of day stay empty as in the list.
 */
function tableOf(alarms: readonly Alarm[], t: Translate, texts: AlarmTexts): { head: string[]; lines: Cell[][] } {
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
  const lines = alarms.map((alarm): Cell[] => [
    { at: alarm.at, isDay: alarm.is_day_only },
    alarm.ended_at === null ? '' : { at: alarm.ended_at, isDay: alarm.is_day_only },
    alarm.unit?.name ?? '',
    alarm.unit?.registration_number ?? '',
    texts.what(alarm),
    t(`AlarmsClass-${alarm.class}`),
    texts.where(alarm) ?? '',
    alarm.lat ?? '',
    alarm.lng ?? '',
    texts.measured(alarm) ?? '',
    t(`AlarmState-${alarm.state}`),
    texts.done(alarm.seen),
    texts.done(alarm.handled),
    alarm.note,
  ]);
  return { head, lines };
}

const momentOf = ({ at, isDay }: Exclude<Cell, string | number>, format: Format): string =>
  isDay ? format.day(at) : format.dateTime(at);

export function alarmsCsv(alarms: readonly Alarm[], t: Translate, texts: AlarmTexts, format: Format): string {
  const { head, lines } = tableOf(alarms, t, texts);
  const plain = (cell: Cell): string | number => (typeof cell === 'object' ? momentOf(cell, format) : cell);
  return csvText([head, ...lines.map((line) => line.map(plain))], format.language);
}

const WIDTHS = [16, 16, 22, 14, 34, 16, 36, 11, 11, 24, 12, 30, 30, 40];

/** ALARM-035: a workbook with real times and numbers. What writes it is loaded when somebody asks for one. */
export async function alarmsWorkbook(alarms: readonly Alarm[], t: Translate, texts: AlarmTexts, format: Format): Promise<Blob> {
  const { workbookOf } = await import('../../../lib/workbook.ts');
  const { head, lines } = tableOf(alarms, t, texts);
  // A workbook knows no zones: a moment is written as the account's clock shows it.
  const written = lines.map((line) => line.map((cell) => (typeof cell === 'object' ? { clock: momentOf(cell, format) } : cell)));
  return workbookOf({ name: t('MenuAlarms'), head, lines: written, widths: WIDTHS });
}
