import { DAY_MS } from '@spora/calendar/durations';
import type { Place } from '@spora/contract/places/endpoints';
import { PLACE_ADDRESS_SHOWN } from '@spora/contract/places/values';
import { useRef, type ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Switch } from '../../../ui/switch.tsx';
import { SortHeading, Table, TableGap } from '../../../ui/table.tsx';
import { isNeverReached, type PlaceOrder } from '../model.ts';
import { useRuleTexts } from '../use-rule-texts.ts';
import styles from './places.module.css';
import { scheduleText } from './schedule-fields.tsx';

const ROW_PX = 61;
const COLUMNS = 5;

const shortened = (text: string): string =>
  text.length > PLACE_ADDRESS_SHOWN ? `${text.slice(0, PLACE_ADDRESS_SHOWN - 1)}…` : text;

/** PLACE-005; on phones each place is a card. */
export function PlaceTable(props: {
  rows: readonly Place[];
  all: readonly Place[];
  order: PlaceOrder;
  onSort: (order: PlaceOrder) => void;
  onSwitch: (id: number, isOn: boolean) => void;
}): ReactNode {
  const { rows, order, onSort } = props;
  const t = useT();
  const ruleText = useRuleTexts(props.all);
  const format = useFormat();
  const now = useNow();
  const lastDays = { from: format.day(now - 30 * DAY_MS), to: format.day(now) };
  const place = useRef<HTMLDivElement>(null);
  const shown = useRowWindow(rows.length, ROW_PX, place);
  return (
    <div ref={place}>
      <Table
        label={t('Places')}
        hasNames
        rowCount={rows.length}
        hasDenseCards
        head={
          <>
            <SortHeading column="name" order={order} onSort={onSort}>
              {t('PlaceName')}
            </SortHeading>
            <th scope="col">{t('PlaceUnits')}</th>
            <th scope="col">{t('PlaceRules')}</th>
            <SortHeading column="visits" order={order} onSort={onSort} isNumber>
              {t('PlaceVisits')}
            </SortHeading>
            <th scope="col">{t('PlaceStatus')}</th>
          </>
        }
      >
        <TableGap height={shown.before} columns={COLUMNS} />
        {shown.indexes.flatMap((index) => {
          const row = rows[index];
          if (!row) return [];
          return (
            <tr
              key={row.id}
              className={row.is_active ? undefined : styles['off']}
              ref={shown.measure}
              data-index={index}
              aria-rowindex={index + 2}
            >
              <th scope="row">
                <PageLink to={ADDRESSES.place} params={{ placeID: String(row.id) }}>
                  {row.label}
                </PageLink>
                <span className={styles['soft']} title={row.address}>
                  {shortened(row.address)}
                </span>
              </th>
              <td data-label={t('PlaceUnits')} data-card="plain" className={styles['whole']}>
                {row.imeis === null ? t('AllUnits') : row.unit_names.join(', ')}
              </td>
              <td data-label={t('PlaceRules')} data-card="plain" data-blank={row.rules.length === 0} className={styles['whole']}>
                {row.rules.length === 0 ? (
                  <span className={styles['soft']}>{t('PlaceNoRules')}</span>
                ) : (
                  <ul className={styles['rules']}>
                    {row.rules.map((rule, i) => (
                      <li key={i}>
                        {ruleText(rule)}
                        {isNeverReached(row.rules, i) && <span className={styles['soft']}>{t('PlaceRuleNever')}</span>}
                      </li>
                    ))}
                  </ul>
                )}
                {row.rules.length > 0 && row.schedule.is_active && (
                  <span className={styles['soft']}>{t('PlaceRulesWhen', { hours: scheduleText(row.schedule, format) })}</span>
                )}
              </td>
              <td data-label={`${t('PlaceVisits')}:`} data-card="fact" data-kind="number">
                {row.visits === 0 ? (
                  row.visits
                ) : (
                  <PageLink
                    to={ADDRESSES.tripLog}
                    search={{ period: 'custom', ...lastDays, places: String(row.id) }}
                    title={t('PlaceVisitsShow')}
                  >
                    {row.visits}
                  </PageLink>
                )}
              </td>
              <td data-label={t('PlaceStatus')} data-card="aside" className={styles['status']}>
                <Switch
                  label={t('PlaceSwitch', { name: row.label })}
                  isLabelHidden
                  isOn={row.is_active}
                  isWrite
                  isDisabled={!row.can.edit}
                  onChange={(isOn) => props.onSwitch(row.id, isOn)}
                />
              </td>
            </tr>
          );
        })}
        <TableGap height={shown.after} columns={COLUMNS} />
      </Table>
    </div>
  );
}
