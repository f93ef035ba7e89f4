import { useEffect, useRef, type FormEvent, type ReactNode, type RefObject } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { usePublicConfig } from '../../lib/public-config.tsx';
import { PublicLink } from '../../lib/public-link.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ReviewStep } from './components/review-step.tsx';
import { StepButtons } from './components/step-buttons.tsx';
import { StepDots } from './components/step-dots.tsx';
import { STEP_FIELDS } from './components/step-fields.tsx';
import { WelcomeStep } from './components/welcome-step.tsx';
import { useWizard, type Wizard } from './use-wizard.ts';
import type { Step } from './wizard-values.ts';
import styles from './wizard.module.css';

/** One question per step (WIZ-001). Native controls only: the page is small. */
export function RegistrationWizard(): ReactNode {
  const t = useT();
  const { brand } = usePublicConfig();
  const wizard = useWizard(brand);
  const { step } = wizard.steps;
  const box = useRef<HTMLDivElement>(null);
  const live = useRef<HTMLParagraphElement>(null);
  const kind = wizard.values.kind ?? 'company';
  const title = t(`WizardTitle_${step}`, { kind });
  useDocumentTitle(title);
  useFocusOnStep({ box, live }, step, wizard.refusals);
  return (
    <div ref={box} className={styles['wizard']}>
      <p ref={live} className="visually-hidden" aria-live="assertive" />
      <StepDots wizard={wizard} />
      {step === 'welcome' ? (
        <WelcomeStep wizard={wizard} title={title} />
      ) : step === 'reviewInfo' ? (
        <ReviewStep wizard={wizard} title={title} />
      ) : (
        <QuestionStep wizard={wizard} step={step} title={title} />
      )}
      <p className={styles['login']}>
        {t('AlreadyRegistered')} <PublicLink href={ADDRESSES.start}>{t('ToSignInInstead')}</PublicLink>
      </p>
    </div>
  );
}

function QuestionStep(props: { wizard: Wizard; step: Exclude<Step, 'welcome' | 'reviewInfo'>; title: string }): ReactNode {
  const { wizard, step, title } = props;
  const t = useT();
  const errors = useErrorText();
  const Fields = STEP_FIELDS[step];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    wizard.goOn();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={title}>
      <fieldset className={styles['step']}>
        <legend className={styles['legend']}>
          <h1 className={styles['title']} tabIndex={-1}>
            {title}
          </h1>
        </legend>
        <Fields key={step} wizard={wizard} />
      </fieldset>
      {wizard.failure !== null && (
        <Banner
          tone="danger"
          action={
            <Button isSmall onClick={wizard.goOn}>
              {t('Retry')}
            </Button>
          }
        >
          {errors.text(wizard.failure)}
        </Banner>
      )}
      <StepButtons wizard={wizard} label={wizard.isBusy ? t('WizardChecking') : t('WizardNext')} />
    </form>
  );
}

/**
 * A new question gets the focus in its first field, whose group is then read out; with a finger the heading does, since a
 * keyboard that opens by itself would hide the page. After a refusal the first invalid field does.
 */
function useFocusOnStep(
  { box, live }: Record<'box' | 'live', RefObject<HTMLElement | null>>,
  step: Step,
  refusals: number,
): void {
  const shown = useRef({ step, refusals });
  useEffect(() => {
    const before = shown.current;
    shown.current = { step, refusals };
    if (before.refusals !== refusals) {
      const invalid = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      // Where the focus is already there, nothing would be read out.
      if (invalid && invalid === document.activeElement) say(live.current, errorOf(invalid));
      if (invalid) return invalid.focus();
    }
    if (before.step === step) return;
    scrollTo(0, 0);
    const first = matchMedia('(pointer: fine)').matches ? box.current?.querySelector<HTMLElement>('[data-first]') : null;
    (first ?? box.current?.querySelector<HTMLElement>('h1'))?.focus();
  }, [box, live, step, refusals]);
}

const errorOf = (field: HTMLElement): string =>
  document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent ?? '';

/** Emptied first, so that the same words are read out again. */
function say(live: HTMLElement | null, text: string): void {
  if (!live) return;
  live.textContent = '';
  requestAnimationFrame(() => (live.textContent = text));
}
