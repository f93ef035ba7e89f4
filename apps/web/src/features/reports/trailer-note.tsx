import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { cx } from '../../ui/cx.ts';
import { unitChoicesQuery } from './report-queries.ts';
import styles from './summary.module.css';

/** What was towed is in the sum beside what towed it, as far as its symbol tells a trailer; with nothing else in the sum there is nothing to say. */
export function TrailerNote(props: { of: readonly { readonly id: number | null; readonly metres: number }[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const units = useQuery(unitChoicesQuery(useSend())).data?.units ?? [];
  const trailers = new Set<number | null>(units.flatMap((unit) => (unit.marker_symbol === 'trailer' ? [unit.id] : [])));
  const driven = props.of.filter(({ metres }) => metres > 0);
  const towed = driven.filter(({ id }) => trailers.has(id));
  if (towed.length === 0 || towed.length === driven.length) return null;
  const distance = format.km(towed.reduce((sum, { metres }) => sum + metres, 0));
  return <p className={cx(styles['note'], styles['towed'])}>{t('SummaryTrailers', { distance, count: towed.length })}</p>;
}
