import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ModesBulkDialog } from '../../modes/public/modes-bulk-dialog.tsx';
import styles from './bulk.module.css';
import { BulkDialog, type BulkField } from './bulk-dialog.tsx';
import { FeaturesBulkDialog } from './features-bulk-dialog.tsx';

const FIELDS = ['tags', 'departments', 'projects', 'access', 'features', 'mode'] as const satisfies (
  BulkField | 'features' | 'mode'
)[];
type Field = (typeof FIELDS)[number];

/** UNIT-013: what can be done with the chosen units. */
export function BulkBar(props: { imeis: readonly string[]; onClear: () => void }): ReactNode {
  const { imeis, onClear } = props;
  const t = useT();
  const [field, setField] = useState<Field | null>(null);
  return (
    <section className={styles['bar']} aria-label={t('UnitsChosen', { count: imeis.length })}>
      <strong className={styles['count']} role="status">
        {t('UnitsChosen', { count: imeis.length })}
      </strong>
      {FIELDS.map((each) => (
        <Button key={each} onClick={() => setField(each)}>
          {each === 'mode' ? t('ModeBulk') : t(`Bulk-${each}`)}
        </Button>
      ))}
      <IconButton icon="close" label={t('UnitsChooseNone')} onClick={onClear} />
      {field === 'features' && <FeaturesBulkDialog imeis={imeis} onClose={() => setField(null)} />}
      {field === 'mode' && <ModesBulkDialog imeis={imeis} onClose={() => setField(null)} />}
      {field !== null && field !== 'features' && field !== 'mode' && (
        <BulkDialog field={field} imeis={imeis} onClose={() => setField(null)} />
      )}
    </section>
  );
}
