import type { DataOf } from '@spora/contract/endpoint-map';
import type { UnitKind } from '@spora/contract/units/values';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { historyQuery } from '../queries.ts';
import { unitFieldText, unitValueText } from '../public/unit-field-texts.ts';
import { Section } from '../../../ui/section.tsx';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

/** What there is to ask for by itself. */
const KINDS = ['all', 'name', 'lock', 'tracker', 'service', 'odometer', 'mode', 'output'] as const;
type Row = DataOf<'units.history'>['rows'][number];

/** UNIT-007: what people changed on the unit, newest first, at most 50. */
export function HistoryTab(props: {
  imei: string;
  unitKind: UnitKind;
  /** As the address has it (NAV-037). */
  shown: string | undefined;
  onShown: (kind: string) => void;
}): ReactNode {
  const t = useT();
  const kind = KINDS.find((each) => each === props.shown) ?? 'all';
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
          onChange={props.onShown}
        />
      }
    >
      {!data && <NotLoaded query={query} heights={[120]} isPart />}
      {data?.rows.length === 0 && <p className={frame['soft']}>{t('UnitHistoryEmpty')}</p>}
      {data && data.rows.length > 0 && <Rows rows={data.rows} unitKind={props.unitKind} />}
    </Section>
  );
}

function Rows({ rows, unitKind }: { rows: readonly Row[]; unitKind: UnitKind }): ReactNode {
  const t = useT();
  const format = useFormat();
  const texts = useHistoryTexts(unitKind);
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
            <td data-label={t('UnitLogUser')}>{row.actor || t('AuditBySystem')}</td>
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
function useHistoryTexts(kind: UnitKind) {
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  return {
    field: (field: string) => unitFieldText(field, t, kind) ?? field,
    value: (field: string, text: string) => unitValueText(field, text, { t, format, typeText }),
  };
}
