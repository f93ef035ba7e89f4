import type { DataOf } from '@spora/contract/endpoint-map';
import { UNIT_FEATURES } from '@spora/contract/units/features';
import { HOURS_SOURCES } from '@spora/contract/maintenance/readings';
import { MAP_HIDING } from '@spora/contract/units/settings';
import { FUEL_TYPES, TRIP_TYPES, UNIT_KINDS } from '@spora/contract/units/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { GLYPHS } from '../../../map/unit-icons.ts';
import type { MarkerSymbol } from '@spora/contract/units/endpoints';
import { objectTypeText } from '../../object-description/public/object-types.ts';
import { historyQuery } from '../queries.ts';
import { unitFieldTexts } from '../public/unit-field-texts.ts';
import { dayOfWeekday, hoursLine } from '../settings-model.ts';
import { Section } from '../../../ui/section.tsx';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

/** What there is to ask for by itself. */
const KINDS = ['all', 'name', 'lock', 'tracker', 'service', 'odometer', 'mode', 'output'] as const;
type Kind = (typeof KINDS)[number];
type Row = DataOf<'units.history'>['rows'][number];

/** UNIT-007: what people changed on the unit, newest first, at most 50. */
export function HistoryTab(props: { imei: string }): ReactNode {
  const t = useT();
  const [kind, setKind] = useState<Kind>('all');
  const query = useQuery(historyQuery(useSend(), props.imei, kind));
  const { data } = query;
  return (
    <Section
      title={t('UnitTab-history')}
      action={
        <Select
          label={t('UnitHistoryKind')}
          value={kind}
          options={KINDS.map((each) => ({ value: each, label: t(`UnitHistory-${each}`) }))}
          onChange={setKind}
        />
      }
    >
      {!data && <NotLoaded query={query} heights={[120]} isPart />}
      {data?.rows.length === 0 && <p className={frame['soft']}>{t('UnitHistoryEmpty')}</p>}
      {data && data.rows.length > 0 && <Rows rows={data.rows} />}
    </Section>
  );
}

function Rows({ rows }: { rows: readonly Row[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const texts = useHistoryTexts();
  return (
    <table className={frame['table']} aria-label={t('UnitTab-history')}>
      <thead>
        <tr>
          <th scope="col">{t('UnitLogTime')}</th>
          <th scope="col">{t('UnitLogUser')}</th>
          <th scope="col">{t('UnitHistoryField')}</th>
          <th scope="col">{t('UnitHistoryChange')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            <td data-label={t('UnitLogTime')}>{format.dateTime(row.at)}</td>
            <td data-label={t('UnitLogUser')}>{row.actor}</td>
            <td data-label={t('UnitHistoryField')}>{texts.field(row.field)}</td>
            <td data-label={t('UnitHistoryChange')}>
              <span className={styles['change']}>
                <span className={frame['soft']}>{texts.value(row.field, row.old_value)}</span>
                <Icon name="arrow" size={14} />
                <span>{texts.value(row.field, row.new_value)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Words for the fields and values that the history keeps as they are stored. */
const SECONDS = ['stop_timeout_s', 'ignition_off_s', 'data_gap_s'];

function useHistoryTexts() {
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const fields = unitFieldTexts(t);
  const value = (field: string, text: string): string => {
    if (field === 'lock') return text === 'locked' ? t('UnitLogLocked') : t('UnitLogUnlocked');
    if (field === 'is_benefit_car' || field === 'has_fuel_benefit') return text === 'true' ? t('UnitYes') : t('UnitNo');
    if (text === '') return t('BulkNothing');
    const plan = PLAN_KINDS.find((each) => each === text);
    if (field === 'service' && plan) return t(`PlanKind-${plan}`);
    if (field.startsWith('output_') || field === 'bluetooth') return text === 'on' ? t('IoOn') : t('IoOff');
    if (field === 'features')
      return UNIT_FEATURES.filter((each) => text.split(', ').includes(each))
        .map((each) => t(`Feature-${each}`))
        .join(', ');
    const kind = UNIT_KINDS.find((each) => each === text);
    if (field === 'kind' && kind) return t(`Kind-${kind}`);
    const fuel = FUEL_TYPES.find((each) => each === text);
    if (field === 'fuel_type' && fuel) return t(`Fuel-${fuel}`);
    const trip = TRIP_TYPES.find((each) => each === text);
    if (['default_trip_type', 'inside_type', 'outside_type'].includes(field) && trip) return typeText(trip);
    if (field === 'marker_symbol' && text in GLYPHS) return t(`Symbol-${text as MarkerSymbol}`);
    const source = HOURS_SOURCES.find((each) => each === text);
    if (field === 'hours_source' && source) return t(`HoursSource-${source}`);
    if (field === 'working_hours') return hoursLine(text, (weekday) => format.weekday(dayOfWeekday(weekday)));
    const hiding = MAP_HIDING.find((each) => each === text);
    if (field === 'hide_from_admins' && hiding) return t(`HoursHide-${hiding}`);
    if (SECONDS.includes(field)) return format.duration(Number(text));
    if (field === 'min_distance_m') return `${format.number(Number(text))} m`;
    if (field === 'speed_limit_kmh') return format.speed(Number(text));
    const reason = RETIRE_REASONS.find((each) => each === text);
    if (field === 'retired' && reason) return t(`Retire-${reason}`);
    if (field === 'object_type') return objectTypeText(text, t);
    return text;
  };
  return { field: (field: string) => fields[field] ?? field, value };
}

const PLAN_KINDS = ['service', 'inspection', 'other'] as const;

export const RETIRE_REASONS = ['removed', 'returned', 'sold'] as const;
