import type { MessageKey } from '@spora/messages/keys';
import { useCallback, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import { keepColumns, useColumns } from '../column-state.ts';
import { COLUMNS, isUsual, moved, toggled, USUAL_COLUMNS, type Column } from '../columns.ts';
import styles from './column-chooser.module.css';

const NAMES = {
  time: 'Time',
  route: 'Route',
  distance: 'Distance',
  unit: 'Unit',
  type: 'TripType',
  purpose: 'Purpose',
  note: 'Note',
  driver: 'Driver',
  passengers: 'Passengers',
  project: 'Project',
  visited: 'Visited',
  duration: 'ColumnDuration',
  'start-time': 'ColumnStartTime',
  'start-address': 'ColumnStartAddress',
  'start-odometer': 'ColumnStartOdometer',
  'stop-time': 'ColumnStopTime',
  'stop-address': 'ColumnStopAddress',
  'stop-odometer': 'ColumnStopOdometer',
  speed: 'MaxSpeed',
  'average-speed': 'AverageSpeed',
  fuel: 'FuelEstimate',
  co2: 'Co2Estimate',
  tolls: 'TripTolls',
  rule: 'DecidedBy',
} as const satisfies Record<Column, MessageKey>;

export function useColumnText(): (column: Column) => string {
  const t = useT();
  return useCallback((column) => t(NAMES[column]), [t]);
}

/** TRIP-019: which columns are shown and in which order; it counts at once and is kept for every browser. */
export function ColumnChooser(): ReactNode {
  const t = useT();
  const columnText = useColumnText();
  const columns = useColumns();
  const shown = columns.map(({ id }) => id);
  const hidden = COLUMNS.filter((id) => !shown.includes(id));
  return (
    <PopoverButton label={t('UnitsColumns')} icon="panel-left" isIcon>
      <ul className={styles['list']}>
        {[...shown, ...hidden].map((id) => {
          const at = shown.indexOf(id);
          return (
            <li key={id} className={styles['line']}>
              <CheckBox
                label={columnText(id)}
                checked={at >= 0}
                disabled={id === 'time'}
                onChange={() => keepColumns(toggled(columns, id))}
              />
              {at > 0 && (
                <span className={styles['order']}>
                  <IconButton
                    icon="chevron-left"
                    isSmall
                    label={t('ColumnEarlier', { column: columnText(id) })}
                    aria-disabled={at === 1}
                    onClick={() => keepColumns(moved(columns, id, -1))}
                  />
                  <IconButton
                    icon="chevron-right"
                    isSmall
                    label={t('ColumnLater', { column: columnText(id) })}
                    aria-disabled={at === shown.length - 1}
                    onClick={() => keepColumns(moved(columns, id, 1))}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {!isUsual(columns) && (
        <Button isSmall onClick={() => keepColumns(USUAL_COLUMNS)}>
          {t('ColumnsAsUsual')}
        </Button>
      )}
    </PopoverButton>
  );
}
