import type { Guide } from '@spora/contract/accounts/settings';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { progressOf, stateOf, textsOf } from '../guide-model.ts';
import { guideQuery } from '../settings-queries.ts';
import { GuideBar } from './guide-bar.tsx';
import styles from './guide-progress.module.css';
import { GuideSteps } from './guide-steps.tsx';

/** ADM-024: the guide as long as it is neither finished nor closed; null when it is, undefined while nobody knows. */
export function useUnfinishedGuide(): Guide | null | undefined {
  const isOpen = useUser().GuideIsOpen;
  const { data, isError } = useQuery({ ...guideQuery(useSend()), enabled: isOpen });
  if (!isOpen || isError) return null;
  return data && (!data.is_open || progressOf(data.steps).isFinished) ? null : data;
}

/** How far a new account is: with nothing else to do every step, else what comes next, one press from the guide. */
export function GuideProgress({ guide, isAll }: { guide: Guide; isAll: boolean }): ReactNode {
  const t = useT();
  const isPrivatePerson = useUser().IsPrivatePerson === true;
  const progress = progressOf(guide.steps);
  const { next } = progress;
  const state = next && stateOf(next, guide);
  const waitsFor = next === 'connect' && guide.waits_for?.is_named ? guide.waits_for : null;
  return (
    <section className={styles['card']} aria-labelledby="guide-progress">
      <div className={styles['head']}>
        <h2 id="guide-progress">{t('GuideTitle')}</h2>
        <div className={styles['bar']}>
          <GuideBar progress={progress} />
        </div>
        {!isAll && (
          <div className={styles['next']}>
            {next !== null && (
              <p>
                {waitsFor
                  ? t('GuideFirstWaits', { name: waitsFor.name })
                  : t(state === 'add-unit' ? 'GuideFirstUnit' : textsOf(next, isPrivatePerson).title)}
              </p>
            )}
            <PageLink to={ADDRESSES.guide} className={buttonClass({ look: 'primary' })}>
              {t('GuideGoOn')}
            </PageLink>
          </div>
        )}
      </div>
      {isAll && <GuideSteps guide={guide} heading="h3" />}
    </section>
  );
}
