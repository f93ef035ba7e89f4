import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import styles from './eco.module.css';
import { BAND_TONE, type EcoFigures, noScoreText } from './model.ts';

/** A score with its band in words, or why there is none. */
export function Score({ figures }: { figures: EcoFigures }): ReactNode {
  const t = useT();
  const none = noScoreText(figures, t);
  if (none !== null) return <span className={styles['none']}>{none}</span>;
  return (
    <span className={styles['score']}>
      <strong>{figures.score}</strong>
      {figures.band && <Badge tone={BAND_TONE[figures.band]}>{t(`EcoBand-${figures.band}`)}</Badge>}
    </span>
  );
}
