import type { UnitDetails } from '@spora/contract/units/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { tabOfMatter, tabsOf, type UnitTab } from '../form-model.ts';
import styles from './features.module.css';
import { useUnitTexts } from './use-unit-texts.ts';

/** UNIT-003: what has to be stated of the unit and is not yet, each with the way to its form. For those who may state it. */
export function OpenMatters(props: { unit: UnitDetails; onTab: (tab: UnitTab) => void }): ReactNode {
  const { unit, onTab } = props;
  const t = useT();
  const { matters } = useUnitTexts();
  if (!unit.can.edit_all || unit.open_matters.length === 0) return null;
  return (
    <Banner tone="warning">
      {t('OpenMattersLead')}
      <div className={styles['matters']}>
        {unit.open_matters.map((matter) => {
          const tab = tabOfMatter(matter, tabsOf(unit));
          return tab ? (
            <button key={matter} type="button" className={styles['matter']} onClick={() => onTab(tab)}>
              {matters([matter])}
            </button>
          ) : (
            <span key={matter}>{matters([matter])}</span>
          );
        })}
      </div>
    </Banner>
  );
}
