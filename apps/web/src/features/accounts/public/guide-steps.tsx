import type { Guide } from '@spora/contract/accounts/settings';
import type { ReactNode } from 'react';
import { addPhone, connectPhone } from '../../../lib/add-phone.ts';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FormLink } from '../../../ui/form-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { linkOf, progressOf, stateOf, textsOf } from '../guide-model.ts';
import styles from './guide-steps.module.css';

/** ADM-024: the steps of the guide, each with the way to where it is taken; the next one is the button that stands out. */
export function GuideSteps({ guide, heading }: { guide: Guide; heading: 'h2' | 'h3' }): ReactNode {
  const { next } = progressOf(guide.steps);
  return (
    <ol className={styles['steps']}>
      {guide.steps.map((step) => (
        <Step key={step.id} step={step} guide={guide} isNext={step.id === next} heading={heading} />
      ))}
    </ol>
  );
}

interface StepProps {
  readonly step: Guide['steps'][number];
  readonly guide: Guide;
  readonly isNext: boolean;
  readonly heading: 'h2' | 'h3';
}

function Step(props: StepProps): ReactNode {
  const { step, guide, heading: Heading } = props;
  const t = useT();
  const { title, help } = useStepTexts(step, guide);
  const state = step.is_done ? 'open' : stateOf(step.id, guide);
  const isWaiting = state === 'waits' || state === 'waits-for-user';
  return (
    // What is not needed is not done either: as many are ticked as are counted.
    <li className={styles['step']} data-done={step.is_done && !step.is_needless} data-waits={isWaiting}>
      <span className={styles['mark']} aria-hidden="true">
        {step.is_done && <Icon name={step.is_needless ? 'minus' : 'check'} size={16} />}
      </span>
      <div className={styles['text']}>
        <Heading>
          {title}
          {step.is_done && <span className={styles['done']}>{t(step.is_needless ? 'GuideNeedless' : 'GuideDone')}</span>}
          {!step.is_done && step.is_optional && <span className={styles['optional']}>{t('GuideOptional')}</span>}
        </Heading>
        <p>{help}</p>
      </div>
      {isWaiting ? (
        <p className={styles['waits']}>{t(state === 'waits' ? 'GuideAfterUnit' : 'GuideAfterUser')}</p>
      ) : step.is_needless ? null : (
        <div className={styles['ways']}>
          <Ways {...props} />
        </div>
      )}
    </li>
  );
}

/** Who named a phone as it was added is not told of the make of a car, nor asked to name it. */
const hasOnlyPhones = ({ steps }: Guide): boolean => steps.some(({ is_needless }) => is_needless);

function useStepTexts(step: StepProps['step'], guide: Guide): { readonly title: string; readonly help: string } {
  const t = useT();
  const texts = textsOf(step.id, useUser().IsPrivatePerson === true);
  const usual = { title: t(texts.title), help: t(step.is_needless ? 'GuideNeedlessPhone' : texts.help) };
  if (step.id === 'unit-name') {
    if (!step.is_done && guide.unit === null) return { title: t('GuideFirstUnit'), help: t('GuideFirstUnitHelp') };
    return step.is_done && hasOnlyPhones(guide) ? { title: t('GuideFirstAdded'), help: t('GuideFirstMore') } : usual;
  }
  if (step.id !== 'connect') return usual;
  if (step.is_done) return hasOnlyPhones(guide) ? { ...usual, help: t('GuideFirstPhone') } : usual;
  // What is added and has not been anywhere: the step says what it waits for.
  const { waits_for: waitsFor } = guide;
  if (waitsFor === null) return usual;
  return { ...usual, help: waitsFor.is_named ? t('GuideFirstWaits', { name: waitsFor.name }) : t('GuideUnheard') };
}

/** Where a step is taken. */
function Ways({ step, guide, isNext }: StepProps): ReactNode {
  const t = useT();
  const look = !step.is_done && isNext ? 'primary' : 'plain';
  const isFirst = step.id === 'unit-name' && !step.is_done && guide.unit === null;
  const { waits_for: waitsFor } = guide;
  if (step.id === 'connect' && waitsFor?.is_phone)
    return (
      <Button look={look} icon="phone" onClick={() => connectPhone(waitsFor)}>
        {t('ConnectPhone')}
      </Button>
    );
  if (step.id === 'unit-name' && step.is_done && hasOnlyPhones(guide))
    return (
      <FormLink to={ADDRESSES.addUnit} look={look}>
        {t('AddUnit')}
      </FormLink>
    );
  return (
    <>
      <PageLink {...linkOf(step.id, guide.unit)} className={buttonClass({ look })}>
        {isFirst ? t('AddUnit') : t(`GuideGo-${step.id}`)}
      </PageLink>
      {isFirst && (
        <Button icon="phone" onClick={addPhone}>
          {t('AddPhone')}
        </Button>
      )}
    </>
  );
}
