import type { ModeData } from '@spora/contract/modes/endpoints';
import { CHOSEN_MODES, type ChosenMode, RECOMMENDED_MODE } from '@spora/contract/modes/modes';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useIsBoat } from '../../../lib/unit-measures.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { NotLoaded } from '../../../ui/loaded.tsx';
import frame from '../../../ui/section.module.css';
import { Section } from '../../../ui/section.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import styles from '../components/modes.module.css';
import { modeQuery, useModeWrite } from '../queries.ts';
import { useModeTexts } from '../use-mode-texts.ts';
import { TheftPart } from './theft-part.tsx';

/** MODE-001, MODE-007, MODE-008: how often a unit reports, and theft mode. */
export function ModeTab(props: { imei: string; unitName: string; hasTheft: boolean }): ReactNode {
  const { imei, unitName } = props;
  const t = useT();
  const query = useQuery(modeQuery(useSend(), imei));
  const { data } = query;
  if (!data) return <NotLoaded query={query} heights={[120, 380]} isPart />;
  return (
    <div className={frame['sections']}>
      {(props.hasTheft || data.theft) && (
        <Section title={t('TheftMode')}>
          <TheftPart imei={imei} unitName={unitName} lead={<p className={frame['soft']}>{t('TheftModeLead')}</p>} />
          {!data.theft && !data.can.theft && <p className={frame['soft']}>{t('ModeReadOnly')}</p>}
        </Section>
      )}
      <Section title={t('ModeTitle')}>
        <Pending imei={imei} data={data} />
        {data.profile ? <Chooser imei={imei} data={data} /> : <NoProfile data={data} />}
      </Section>
    </div>
  );
}

function NoProfile({ data }: { data: ModeData }): ReactNode {
  const t = useT();
  const usual = useModeTexts().usual(data, 'sentence');
  return (
    <>
      <p className={frame['soft']}>{t('ModeNoProfile')}</p>
      {usual && <p>{usual}</p>}
    </>
  );
}

/** What waits for the unit, since when, by whom, and until when; or that it refused. */
function Pending({ imei, data }: { imei: string; data: ModeData }): ReactNode {
  const t = useT();
  const format = useFormat();
  const texts = useModeTexts();
  const errors = useErrorText();
  const toasts = useToasts();
  const cancel = useModeWrite((send, _: null) => call(send, 'modes.cancel', { params: { imei } }));
  const { pending } = data;
  if (!pending || data.theft) return null;
  const press = (): void =>
    cancel.mutate(null, {
      onSuccess: () => toasts.show({ text: t('ModeCancelled') }),
      onError: (failure) => toasts.show({ text: errors.text(failure), tone: 'danger' }),
    });
  const isRefused = pending.state === 'refused';
  return (
    <Banner
      tone={isRefused ? 'warning' : 'information'}
      action={
        pending.state === 'waiting' &&
        data.can.set && (
          <Button isSmall isBusy={cancel.isPending} onClick={press}>
            {t('ModeCancel')}
          </Button>
        )
      }
    >
      <strong>{texts.pending(pending)}</strong>
      {!isRefused && ` ${pending.state === 'sent' ? t('ModeSent') : `${texts.activeBy(pending.expected_at)}.`}`}
      {pending.by && <div>{t('ModeAsked', { by: pending.by, time: format.dateTime(pending.since) })}</div>}
    </Banner>
  );
}

function Chooser({ imei, data }: { imei: string; data: ModeData }): ReactNode {
  const t = useT();
  const isBoat = useIsBoat();
  const texts = useModeTexts();
  const toasts = useToasts();
  const name = useId();
  const [chosen, setChosen] = useState<ChosenMode | null>(null);
  const set = useModeWrite((send, mode: ChosenMode) => call(send, 'modes.set', { params: { imei }, body: { mode } }));
  const stands = (data.pending?.state === 'refused' ? null : data.pending?.mode) ?? data.current?.mode ?? null;
  const selected = chosen ?? stands;
  const isShut = !data.can.set || data.theft !== null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isShut || chosen === null || chosen === stands) return;
    set.mutate(chosen, {
      onSuccess: () => {
        setChosen(null);
        toasts.show({ text: t('ModeChanged') });
      },
    });
  };
  const isAsSetUp = data.current === null && data.theft === null;
  const isChanged = chosen !== null && chosen !== stands;
  const than = isChanged && texts.than(chosen, data);
  const offered = CHOSEN_MODES.filter((mode) => data.modes.includes(mode));
  return (
    <form className={frame['form']} noValidate onSubmit={submit}>
      <p className={frame['soft']}>
        {data.is_powered ? t('ModeLeadPowered', { kind: isBoat ? 'boat' : 'vehicle' }) : t('ModeLead')}
      </p>
      {data.profile?.is_confirmed === false && <Banner tone="information">{t('ModeUnconfirmed')}</Banner>}
      <fieldset className={styles['choices']} aria-label={t('ModeTitle')} disabled={isShut}>
        {isAsSetUp && (
          <label className={styles['choice']}>
            <input
              type="radio"
              name={name}
              value="unset"
              checked={selected === null}
              disabled={stands !== null}
              onChange={() => setChosen(null)}
            />
            <span className={styles['what']}>
              {t('ModeAsSetUp')}
              <Badge tone="success">{t('ModeNow')}</Badge>
            </span>
            <span className={styles['help']}>{texts.usual(data, 'label')}</span>
          </label>
        )}
        {offered.map((mode) => (
          <label key={mode} className={styles['choice']}>
            <input type="radio" name={name} value={mode} checked={selected === mode} onChange={() => setChosen(mode)} />
            <span className={styles['what']}>
              {texts.name(mode)}
              {mode === RECOMMENDED_MODE && <Badge>{t('ModeRecommended')}</Badge>}
              {data.current?.mode === mode && <Badge tone="success">{t('ModeNow')}</Badge>}
              {data.pending?.mode === mode && data.pending.state !== 'refused' && (
                <Badge tone="information">{t('ModeWaiting')}</Badge>
              )}
            </span>
            <span className={styles['battery']}>{!data.is_powered && texts.battery(mode)}</span>
            {texts.help(mode, data.current) && <span className={styles['help']}>{texts.help(mode, data.current)}</span>}
          </label>
        ))}
      </fieldset>
      {!offered.includes(RECOMMENDED_MODE) && <p className={frame['soft']}>{t('ModeLongest')}</p>}
      {set.error && <FailureBanner failure={set.error} onRetry="submit" />}
      {than && (than.isLess ? <Banner tone="warning">{than.text}</Banner> : <p className={frame['soft']}>{than.text}</p>)}
      {data.theft ? (
        <p className={frame['soft']}>{t('ModeWhileTheft')}</p>
      ) : data.can.set ? (
        <div className={styles['reporting']}>
          <Button type="submit" look="primary" disabled={!isChanged} isBusy={set.isPending}>
            {t('ModeChange')}
          </Button>
          {isChanged && <span className={frame['soft']}>{texts.activeBy(data.expected_at)}</span>}
        </div>
      ) : (
        <p className={frame['soft']}>{t('ModeReadOnly')}</p>
      )}
    </form>
  );
}
