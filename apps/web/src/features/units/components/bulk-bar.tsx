import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ActionMenu } from '../../../ui/menu.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
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
  const isPhone = useMedia('(width < 768px)');
  const [field, setField] = useState<Field | null>(null);
  const choices = FIELDS.map((id) => ({ id, label: id === 'mode' ? t('ModeBulk') : t(`Bulk-${id}`) }));
  const choose = (chosen: string): void => setField(FIELDS.find((each) => each === chosen) ?? null);
  return (
    <section className={styles['bar']} aria-label={t('UnitsChosen', { count: imeis.length })}>
      <strong className={styles['count']} role="status">
        {t('UnitsChosen', { count: imeis.length })}
      </strong>
      {isPhone ? (
        <ActionMenu
          label={t('BulkActions')}
          trigger={<MenuButton look="plain">{t('BulkActions')}</MenuButton>}
          groups={[{ choices, onChoose: choose }]}
        />
      ) : (
        choices.map(({ id, label }) => (
          <Button key={id} onClick={() => choose(id)}>
            {label}
          </Button>
        ))
      )}
      <IconButton icon="close" label={t('UnitsChooseNone')} onClick={onClear} />
      {field === 'features' && <FeaturesBulkDialog imeis={imeis} onClose={() => setField(null)} />}
      {field === 'mode' && <ModesBulkDialog imeis={imeis} onClose={() => setField(null)} />}
      {field !== null && field !== 'features' && field !== 'mode' && (
        <BulkDialog field={field} imeis={imeis} onClose={() => setField(null)} />
      )}
    </section>
  );
}
