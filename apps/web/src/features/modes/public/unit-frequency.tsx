import type { ModeData } from '@spora/contract/modes/endpoints';
import { CHOSEN_MODES } from '@spora/contract/modes/modes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Select } from '../../../ui/select.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import styles from '../components/modes.module.css';
import { modeQuery, useModeWrite } from '../queries.ts';
import { useModeTexts } from '../use-mode-texts.ts';

/** MAP-008, MAP-009: among the facts of a unit, how often it reports: a choice for those who may, words for the others. */
export function UnitFrequency({ imei }: { imei: string }): ReactNode {
  const { data } = useQuery(modeQuery(useSend(), imei));
  return data ? <Frequency imei={imei} data={data} /> : null;
}

function Frequency({ imei, data }: { imei: string; data: ModeData }): ReactNode {
  const t = useT();
  const texts = useModeTexts();
  const errors = useErrorText();
  const toasts = useToasts();
  const set = useModeWrite((send, frequency: (typeof CHOSEN_MODES)[number]) =>
    call(send, 'modes.report-frequency', { body: { imei, frequency } }),
  );
  const { current, pending } = data;
  // How often it reported before theft mode was turned on is not how often it reports now.
  const now = current ? texts.name(current.mode) : data.theft?.changes_reporting ? null : texts.usual(data, 'label');
  const next = pending && (
    <span role="status">
      {texts.pending(pending)}. {pending.state === 'refused' ? '' : `${texts.activeBy(pending.expected_at)}.`}
    </span>
  );
  if (!data.can.set || data.theft)
    return (
      (now || (!data.theft && next)) && (
        <Fact label={t('FrequencyLabel')}>
          <div className={styles['frequency']}>
            {now && <span>{now}</span>}
            {!data.theft && next}
          </div>
        </Fact>
      )
    );
  const stands = (pending?.state === 'refused' ? null : pending?.mode) ?? current?.mode;
  const options = CHOSEN_MODES.filter((mode) => data.modes.includes(mode)).map((mode) => ({
    value: mode,
    label: texts.name(mode),
  }));
  const chosen = options.find(({ value }) => value === stands)?.value;
  return (
    <Fact label={t('FrequencyLabel')}>
      <div className={styles['frequency']}>
        <Select
          className={styles['rate'] ?? ''}
          label={t('FrequencyLabel')}
          value={chosen ?? 'unset'}
          options={chosen ? options : [{ value: 'unset' as const, label: t('ModeAsSetUp') }, ...options]}
          onChange={(mode) => {
            if (mode === 'unset' || mode === stands) return;
            set.mutate(mode, {
              onSuccess: () => toasts.show({ text: t('ModeChanged') }),
              onError: (failure) => toasts.show({ text: errors.text(failure), tone: 'danger' }),
            });
          }}
        />
        {!current && <Usual data={data} />}
        {next}
      </div>
    </Fact>
  );
}

/** What was seen is no setting. */
function Usual({ data }: { data: ModeData }): ReactNode {
  const usual = useModeTexts().usual(data, 'label');
  return usual && <span className={styles['seen']}>{usual}</span>;
}
