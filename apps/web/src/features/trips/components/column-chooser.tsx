import type { MessageKey } from '@spora/messages/keys';
import { useCallback, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { ColumnList } from '../../../ui/column-list.tsx';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import { keepColumns, useColumns } from '../column-state.ts';
import { COLUMNS, isUsual, moved, toggled, USUAL_COLUMNS, type Column } from '../columns.ts';

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
  return (
    <PopoverButton label={t('UnitsColumns')} icon="panel-left" isIcon>
      <ColumnList
        shown={columns.map(({ id }) => id)}
        all={COLUMNS}
        fixed="time"
        labelOf={columnText}
        onToggle={(id) => keepColumns(toggled(columns, id))}
        onMove={(id, step) => keepColumns(moved(columns, id, step))}
        onUsual={isUsual(columns) ? null : () => keepColumns(USUAL_COLUMNS)}
      />
    </PopoverButton>
  );
}
