import type { TripFilterInput } from '@spora/contract/trips';
import type { Unit } from '@spora/contract/units';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import type { TripEdits } from '../use-trip-edits.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { ExportMenu } from './export-menu.tsx';
import styles from './log-tools.module.css';
import { ManualDialog } from './manual-dialog.tsx';

/** What is open, and what can be done with the log as a whole. */
export function LogTools(props: {
  units: readonly Unit[];
  today: string;
  edits: TripEdits;
  hasColumns: boolean;
  /** What an export holds. */
  filter: TripFilterInput;
  children: ReactNode;
}): ReactNode {
  const { units, today, edits, hasColumns, filter } = props;
  const t = useT();
  const [isAdding, setAdding] = useState(false);
  return (
    <div className={styles['tools']}>
      {props.children}
      <div className={styles['actions']}>
        {edits.undoCount > 0 && (
          <Button look="quiet" icon="undo" onClick={() => edits.undo()}>
            {t('UndoCount', { count: edits.undoCount })}
          </Button>
        )}
        {hasColumns && <ColumnChooser />}
        <ExportMenu filter={filter} />
        {units.some(({ imei }) => imei !== null) && (
          <Button icon="plus" onClick={() => setAdding(true)}>
            {t('AddTrip')}
          </Button>
        )}
      </div>
      {isAdding && <ManualDialog units={units} today={today} onClose={() => setAdding(false)} />}
    </div>
  );
}
