import type { TripFilterInput } from '@spora/contract/trips/endpoints';
import type { Unit } from '@spora/contract/units/endpoints';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { TripEdits } from '../use-trip-edits.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { ExportMenu } from '../../exports/public.tsx';
import styles from './log-tools.module.css';
import { ManualDialog } from './manual-dialog.tsx';
import { unitLabel } from './trip-filters.tsx';

/** Another room's form, fetched when somebody wants it. */
const RefuellingSheet = lazy(() =>
  import('../../refuelling/public/refuelling-sheet.tsx').then((module) => ({ default: module.RefuellingSheet })),
);

/** What is open, and what can be done with the log as a whole. */
export function LogTools(props: {
  units: readonly Unit[];
  today: string;
  edits: TripEdits;
  hasColumns: boolean;
  /** On a phone they are asked for: the trips are what somebody came for. */
  hasActions: boolean;
  /** What an export holds. */
  filter: TripFilterInput;
  children: ReactNode;
}): ReactNode {
  const { units, today, edits, hasColumns, filter } = props;
  const t = useT();
  const [isAdding, setAdding] = useState(false);
  const [isRefuelling, setRefuelling] = useState(false);
  const fitted = units.flatMap((unit) => (unit.imei === null ? [] : [{ imei: unit.imei, label: unitLabel(unit) }]));
  // The unit that the log is of is the one that was filled, or driven.
  const asked = fitted.filter(({ imei }) => filter.imeis?.length === 1 && filter.imeis[0] === imei);
  return (
    <div className={styles['tools']}>
      {props.children}
      <div className={styles['actions']}>
        {props.hasActions && (
          <>
            {/* It stands there before there is anything to undo: a change moves nothing. On a phone its notice offers it first. */}
            <IconButton
              look="plain"
              icon="undo"
              label={edits.undoCount === 0 ? t('UndoNothing') : t('UndoCount', { count: edits.undoCount })}
              disabled={edits.undoCount === 0}
              onClick={() => edits.undo()}
            />
            {hasColumns && <ColumnChooser />}
            <ExportMenu filter={filter} />
            {fitted.length > 0 && (
              <Button icon="fuel" isWrite title={t('LogRefuelling')} onClick={() => setRefuelling(true)}>
                {t('LogRefuelling')}
              </Button>
            )}
            {fitted.length > 0 && (
              <Button icon="plus" title={t('AddTrip')} onClick={() => setAdding(true)}>
                {t('AddTrip')}
              </Button>
            )}
          </>
        )}
      </div>
      {isRefuelling && (
        <Suspense>
          <RefuellingSheet units={asked.length === 1 ? asked : fitted} onClose={() => setRefuelling(false)} />
        </Suspense>
      )}
      {isAdding && (
        <ManualDialog units={units} first={asked[0]?.imei ?? null} today={today} edits={edits} onClose={() => setAdding(false)} />
      )}
    </div>
  );
}
