import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { furthestStep } from '../model.ts';
import type { Wizard } from '../use-wizard.ts';
import { StepButtons } from './step-buttons.tsx';
import styles from '../wizard.module.css';

/** WIZ-002, WIZ-003: choosing begins afresh; who has begun already can go on instead. */
export function WelcomeStep(props: { wizard: Wizard; title: string }): ReactNode {
  const { wizard, title } = props;
  const { values, today, steps } = wizard;
  const t = useT();
  const hasBegun = values.kind !== null;
  return (
    <div className={styles['form']}>
      <fieldset className={styles['step']}>
        <legend className={styles['legend']}>
          <h1 className={styles['title']} tabIndex={-1}>
            {title}
          </h1>
        </legend>
        {hasBegun && (
          <Banner
            tone="information"
            action={
              <Button isSmall look="primary" onClick={() => steps.goTo(furthestStep(values, today))}>
                {t('WizardContinue')}
              </Button>
            }
          >
            {t('WizardBegun')} {t('WizardStartOver')}
          </Banner>
        )}
        {(['company', 'private'] as const).map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles['choice']}
            aria-pressed={hasBegun ? values.kind === kind : undefined}
            onClick={() => wizard.start(kind)}
          >
            <span className={styles['choiceText']}>
              <strong>{t(kind === 'company' ? 'KindCompany' : 'KindPrivate')}</strong>
              <span>{t(kind === 'company' ? 'KindCompanyHelp' : 'KindPrivateHelp')}</span>
            </span>
            <Icon name="arrow" size={18} />
          </button>
        ))}
      </fieldset>
      <StepButtons wizard={wizard} label={null} />
    </div>
  );
}
