import { ECO_KINDS, type EcoKind } from '@spora/contract/eco/rules';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { PinMark } from '../../map/pin-mark.tsx';
import chip from '../../ui/chip.module.css';
import styles from './eco.module.css';
import { type EcoRow, KIND_SIGN } from './model.ts';

/** The legend of the map, which says what is shown as well: kinds that are pressed, or all. A kind that never happened has none. */
export function KindChips(props: {
  row: EcoRow;
  kinds: readonly EcoKind[];
  onChange: (kinds: readonly EcoKind[]) => void;
}): ReactNode {
  const { row, kinds, onChange } = props;
  const t = useT();
  const found = ECO_KINDS.filter((kind) => row.total[kind] > 0);
  if (found.length === 0) return null;
  const turn = (kind: EcoKind): void => {
    const next = kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind];
    // With each of them pressed all are shown, as with none.
    onChange(next.length === found.length ? [] : next);
  };
  return (
    <div role="group" aria-label={t('EcoKindLabel')} className={styles['kinds']}>
      <button type="button" className={chip['chip']} aria-pressed={kinds.length === 0} onClick={() => onChange([])}>
        {t('EcoAllKinds')}
      </button>
      {found.map((kind) => (
        <button key={kind} type="button" className={chip['chip']} aria-pressed={kinds.includes(kind)} onClick={() => turn(kind)}>
          <PinMark sign={KIND_SIGN[kind]} size={18} />
          {t(`EcoKind-${kind}`)} <span className={styles['count']}>{row.total[kind]}</span>
        </button>
      ))}
    </div>
  );
}
