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

function Step(props: { step: Guide['steps'][number]; guide: Guide; isNext: boolean; heading: 'h2' | 'h3' }): ReactNode {
  const { step, guide, heading: Heading } = props;
  const t = useT();
  const texts = textsOf(step.id, useUser().IsPrivatePerson === true);
  const state = step.is_done ? 'open' : stateOf(step.id, guide);
  const isWaiting = state === 'waits' || state === 'waits-for-user';
  const isFirst = state === 'add-unit';
  // What is added and has not been anywhere: the step says what it waits for, and leads to where that is mended.
  const waitsFor = state === 'connect' ? guide.waits_for : null;
  const isUnheard = step.id === 'unit-name' && state === 'open' && guide.waits_for !== null;
  // Who named a phone as it was added is not told of the make of a car, nor asked to name it.
  const isPhone = step.id === 'unit-name' && step.is_done && guide.steps.some(({ is_needless }) => is_needless);
  const look = !step.is_done && props.isNext ? 'primary' : 'plain';
  return (
    // What is not needed is not done either: as many are ticked as are counted.
    <li className={styles['step']} data-done={step.is_done && !step.is_needless} data-waits={isWaiting}>
      <span className={styles['mark']} aria-hidden="true">
        {step.is_done && <Icon name={step.is_needless ? 'minus' : 'check'} size={16} />}
      </span>
      <div className={styles['text']}>
        <Heading>
          {isFirst ? t('GuideFirstUnit') : waitsFor ? t('GuideFirstConnect') : isPhone ? t('GuideFirstAdded') : t(texts.title)}
          {step.is_done && <span className={styles['done']}>{t(step.is_needless ? 'GuideNeedless' : 'GuideDone')}</span>}
          {!step.is_done && step.is_optional && <span className={styles['optional']}>{t('GuideOptional')}</span>}
        </Heading>
        <p>
          {isFirst
            ? t('GuideFirstUnitHelp')
            : waitsFor
              ? t('GuideFirstWaits', { name: waitsFor.name })
              : isPhone
                ? t('GuideFirstPhone')
                : t(step.is_needless ? 'GuideNeedlessPhone' : texts.help)}
        </p>
        {/* A name is given while the tracker is on its way: that it has to be fitted, too, is said at once. */}
        {isUnheard && <p>{t('GuideUnheard')}</p>}
      </div>
      {waitsFor ? (
        <div className={styles['ways']}>
          {waitsFor.is_phone ? (
            <Button look={look} icon="phone" onClick={() => connectPhone(waitsFor)}>
              {t('ConnectPhone')}
            </Button>
          ) : (
            <ToConnection of={waitsFor} look={look} />
          )}
        </div>
      ) : isWaiting ? (
        <p className={styles['waits']}>{t(state === 'waits' ? 'GuideAfterUnit' : 'GuideAfterUser')}</p>
      ) : step.is_needless ? null : isPhone ? (
        <div className={styles['ways']}>
          <FormLink to={ADDRESSES.addUnit} look={look}>
            {t('AddUnit')}
          </FormLink>
        </div>
      ) : (
        <div className={styles['ways']}>
          <PageLink {...linkOf(step.id, guide.unit)} className={buttonClass({ look })}>
            {isFirst ? t('AddUnit') : t(`GuideGo-${step.id}`)}
          </PageLink>
          {isUnheard && guide.waits_for && <ToConnection of={guide.waits_for} look="plain" />}
          {isFirst && (
            <Button icon="phone" onClick={addPhone}>
              {t('AddPhone')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Where it says how the tracker of a unit is fitted, and whether it has been heard from. */
function ToConnection(props: { of: { readonly imei: string }; look: 'primary' | 'plain' }): ReactNode {
  const t = useT();
  return (
    <PageLink
      to={ADDRESSES.editUnit}
      search={{ imei: props.of.imei, tab: 'connection' }}
      className={buttonClass({ look: props.look })}
    >
      {t('GuideSeeConnection')}
    </PageLink>
  );
}
