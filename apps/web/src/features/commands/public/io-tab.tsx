import type { IoData } from '@spora/contract/commands/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { AfterAWhile, Skeleton } from '../../../ui/skeleton.tsx';
import { ioQuery } from '../queries.ts';
import frame from '../../../ui/section.module.css';
import styles from '../components/commands.module.css';
import { CommandHistory } from '../components/history.tsx';
import { InputRow } from '../components/input-row.tsx';
import { OutputRow } from '../components/output-row.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Section } from '../../../ui/section.tsx';

/** OUT-005: inputs with their state, outputs with what can be done with them, and what was sent. */
export function IoTab(props: { imei: string }): ReactNode {
  const { data, error, refetch, isFetching } = useQuery(ioQuery(useSend(), props.imei));
  if (data)
    return (
      <div className={frame['sections']}>
        <Outputs imei={props.imei} io={data} />
        <Inputs imei={props.imei} io={data} />
        <CommandHistory imei={props.imei} />
      </div>
    );
  if (error && !isFetching) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <AfterAWhile>
      <div className={frame['sections']} aria-busy="true">
        <Skeleton height={240} />
        <Skeleton height={160} />
      </div>
    </AfterAWhile>
  );
}

function Outputs({ imei, io }: { imei: string; io: IoData }): ReactNode {
  const t = useT();
  return (
    <Section title={t('IoOutputs')}>
      <p className={frame['soft']}>{io.profile ? t('IoOutputsHelp') : t('IoNoProfile')}</p>
      {io.profile?.is_confirmed === false && <Banner tone="warning">{t('IoUnconfirmedProfile')}</Banner>}
      {io.outputs.length > 0 && (
        <ul className={styles['rows']}>
          {io.outputs.map((output) => (
            <OutputRow key={output.number} imei={imei} output={output} isMoving={io.is_moving} mayEdit={io.can.edit} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Inputs({ imei, io }: { imei: string; io: IoData }): ReactNode {
  const t = useT();
  return (
    <Section title={t('IoInputs')}>
      <ul className={styles['rows']}>
        {io.inputs.map((input) => (
          <InputRow key={input.number} imei={imei} input={input} mayEdit={io.can.edit} />
        ))}
      </ul>
    </Section>
  );
}
