import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { dotsOf } from '../model.ts';
import type { Wizard } from '../use-wizard.ts';
import styles from '../wizard.module.css';

/** WIZ-023, WIZ-024: one dot per step of this path; those that cannot be gone to yet are locked. */
export function StepDots(props: { wizard: Wizard }): ReactNode {
  const { values, today, steps } = props.wizard;
  const t = useT();
  const dots = dotsOf(steps.step, values, today);
  const place = dots.findIndex((dot) => dot.state === 'current') + 1;
  return (
    <nav className={styles['progress']} aria-label={t('WizardProgress')} data-known={values.kind !== null}>
      <p className={styles['place']}>{t('WizardPlace', { place, count: dots.length })}</p>
      <ol className={styles['dots']}>
        {dots.map(({ step, state }) => (
          <li key={step}>
            <button
              type="button"
              className={styles['dot']}
              data-state={state}
              title={t(`WizardStep_${step}`)}
              aria-label={`${t(`WizardStep_${step}`)}, ${t(`WizardDot_${state}`)}`}
              aria-current={state === 'current' ? 'step' : undefined}
              disabled={state === 'locked'}
              onClick={() => steps.goTo(step)}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}
